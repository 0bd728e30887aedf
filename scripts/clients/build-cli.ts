// Builds the command line as one file, cli/dist/shotwright.mjs, with its npm package around it, and
// the GitHub Action with that file in integrations/github-action/dist.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');
const source = join(root, 'cli');
const target = join(source, 'dist');
const program = join(target, 'shotwright.mjs');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await build({
  input: join(source, 'src', 'main.ts'),
  platform: 'node',
  logLevel: 'warn',
  output: {
    file: program,
    format: 'esm',
    banner: '#!/usr/bin/env node',
    codeSplitting: false,
  },
});
chmodSync(program, 0o755);
const { name, version }: { name: string; version: string } = JSON.parse(
  readFileSync(join(source, 'package.json'), 'utf8'),
);
const manifest = {
  name,
  version,
  description: 'The shotwright command: captures web pages and HTML as images.',
  license: 'MIT',
  type: 'module',
  bin: { shotwright: 'shotwright.mjs' },
  engines: { node: '>=22.12' },
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(source, 'README.md'), join(target, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));

const action = join(root, 'integrations', 'github-action');
const actionTarget = join(action, 'dist');
rmSync(actionTarget, { recursive: true, force: true });
mkdirSync(actionTarget, { recursive: true });
await build({
  input: join(action, 'src', 'main.ts'),
  platform: 'node',
  logLevel: 'warn',
  output: { file: join(actionTarget, 'main.mjs'), format: 'esm' },
});
copyFileSync(program, join(actionTarget, 'shotwright.mjs'));
for (const file of ['action.yml', 'README.md']) {
  copyFileSync(join(action, file), join(actionTarget, file));
}
copyFileSync(join(root, 'LICENSE'), join(actionTarget, 'LICENSE'));
