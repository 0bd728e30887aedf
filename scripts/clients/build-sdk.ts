// Builds the npm package of the TypeScript SDK in sdk/typescript/dist, for ESM and CommonJS.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const source = join(root, 'sdk', 'typescript');
const target = join(source, 'dist');

/** Compiler options and package type of each module system. */
const formats = {
  esm: { type: 'module', args: ['--module', 'esnext'] },
  cjs: { type: 'commonjs', args: ['--module', 'commonjs', '--verbatimModuleSyntax', 'false'] },
} as const;

const entryOf = (name: string) =>
  Object.fromEntries(
    Object.entries({ import: 'esm', require: 'cjs' }).map(([condition, format]) => [
      condition,
      { types: `./${format}/${name}.d.ts`, default: `./${format}/${name}.js` },
    ]),
  );

const writeJson = (path: string, value: unknown) =>
  writeFileSync(join(target, path), `${JSON.stringify(value, null, 2)}\n`);

rmSync(target, { recursive: true, force: true });
for (const [format, { type, args }] of Object.entries(formats)) {
  mkdirSync(join(target, format), { recursive: true });
  const out = ['--moduleResolution', 'bundler', '--outDir', join(target, format)];
  execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', source, ...args, ...out], {
    stdio: 'inherit',
  });
  writeJson(join(format, 'package.json'), { type });
}
const { name, version }: { name: string; version: string } = JSON.parse(
  readFileSync(join(source, 'package.json'), 'utf8'),
);
writeJson('package.json', {
  name,
  version,
  description: 'Client of the Shotwright API: captures web pages and HTML as images.',
  license: 'MIT',
  type: 'module',
  exports: { '.': entryOf('index'), './options': entryOf('printed/option-table') },
  engines: { node: '>=20.3' },
  sideEffects: false,
});
copyFileSync(join(source, 'README.md'), join(target, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
