import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
const { url, keys } = inject('product');
const project = mkdtempSync(join(tmpdir(), 'shotwright-package-'));
const installed = join(project, 'node_modules', '@shotwright', 'sdk');

const program = `
const client = createClient({ url: process.env.URL, apiKey: process.env.KEY });
async function main() {
  const shot = await client.captureToFile({ html: '<h1>Hello</h1>' }, process.env.OUT);
  const error = await client.capture({ html: '<p>', width: 5 }).catch((thrown) => thrown);
  const isTyped = error instanceof ShotwrightError;
  console.log(JSON.stringify([process.version, shot.status, isTyped, error.field, optionTable.length > 50]));
}
main();
`;
const programs = {
  'esm.mjs': `import { createClient, ShotwrightError } from '@shotwright/sdk';
import { optionTable } from '@shotwright/sdk/options';
${program}`,
  'cjs.cjs': `const { createClient, ShotwrightError } = require('@shotwright/sdk');
const { optionTable } = require('@shotwright/sdk/options');
${program}`,
};
const typed = `import { createClient, ShotwrightError } from '@shotwright/sdk';
const client = createClient({ url: 'https://a.b', apiKey: 'key' });
export const shot = client.capture({ url: 'https://example.com/', file_type: 'png' });
// @ts-expect-error -- no such format
export const wrong = client.capture({ url: 'https://example.com/', file_type: 'bmp' });
export const isKnown = (error: ShotwrightError) => error.code === 'insufficient_credits';
`;

/** This Node, and the system's if it is another version that the package supports. */
async function nodePaths(): Promise<readonly string[]> {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path));
  const byVersion = new Map([[process.version, process.execPath]]);
  for (const path of onPath) {
    const { stdout } = await run(path, ['--version']);
    const version = stdout.trim();
    if (Number.parseInt(version.slice(1), 10) >= 20 && !byVersion.has(version))
      byVersion.set(version, path);
  }
  return [...byVersion.values()];
}

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts', 'clients', 'build-sdk.ts')]);
  const packed = await run(
    'npm',
    ['pack', '--json', '--pack-destination', project, join(root, 'sdk', 'typescript', 'dist')],
    { cwd: project },
  );
  const archives = JSON.parse(packed.stdout) as { filename: string }[];
  writeFileSync(join(project, 'package.json'), '{}');
  await run(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', join(project, archives[0]!.filename)],
    { cwd: project },
  );
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('[DX-9] the packed SDK captures from ESM and CommonJS on every Node of this machine', async () => {
  for (const node of await nodePaths()) {
    for (const name of Object.keys(programs)) {
      const out = join(project, `${name}.png`);
      const env = { URL: url, KEY: keys.typescript, OUT: out };
      const { stdout } = await run(node, [join(project, name)], { env });
      const [version, ...result] = JSON.parse(stdout) as [string, ...unknown[]];
      expect([version, name, ...result]).toEqual([version, name, 'COMPLETE', true, 'width', true]);
      expect(readFileSync(out).subarray(1, 4).toString()).toBe('PNG');
    }
  }
});

test('[DX-9] the packed SDK has no dependencies, and its types check a program', async () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  for (const [folder, extension] of [
    ['esm', 'mts'],
    ['cjs', 'cts'],
  ] as const) {
    mkdirSync(join(project, folder), { recursive: true });
    const file = join(project, folder, `typed.${extension}`);
    writeFileSync(file, typed);
    const options = ['--module', 'nodenext', '--strict', '--noEmit', '--lib', 'es2022,dom'];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    await run(tsc, [...options, file], { cwd: project }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  }
});
