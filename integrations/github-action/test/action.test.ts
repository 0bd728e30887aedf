import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { serve } from '../../../sdk/test/http.ts';

const { url, keys } = inject('product');
const folder = join(import.meta.dirname, '..');
const built = join(folder, 'dist');
const action: Action = parse(readFileSync(join(built, 'action.yml'), 'utf8'));

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly main: string };
}

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Runs the built action as a runner does. */
async function runAction(inputs: Readonly<Record<string, string>>) {
  const workspace = mkdtempSync(join(tmpdir(), 'shotwright-action-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const files = { output: join(workspace, 'out.txt'), summary: join(workspace, 'summary.md') };
  const defaults = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [
    name,
    value,
  ]);
  const given: Record<string, string> = {
    ...Object.fromEntries(defaults),
    server: url,
    'api-key': keys.cli,
    ...inputs,
  };
  const variables = Object.entries(given).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const child = spawn(process.execPath, [join(built, action.runs.main)], {
    cwd: workspace,
    env: {
      ...Object.fromEntries(variables),
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await once(child, 'close');
  const outputs = [...read(files.output).matchAll(/^(\w+)<<(\S+)\n([^]*?)\n\2$/gm)];
  return {
    code: child.exitCode,
    log,
    workspace,
    summary: read(files.summary),
    outputs: Object.fromEntries(outputs.map(([, name = '', , value = '']) => [name, value])),
  };
}

test('[DX-13] the action captures pages with its options, and reports paths and a summary', async () => {
  const site = await serve((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<h1>A page</h1>');
  });
  const urls = `${site}/one\n# not this\n${site}/two`;
  const { code, log, outputs, summary, workspace } = await runAction({
    urls,
    options: '--width 300',
  });
  expect(log).not.toContain(keys.cli);
  expect([code, Object.keys(outputs)]).toEqual([0, Object.keys(action.outputs)]);
  const paths = outputs['paths']?.split('\n') ?? [];
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    expect(path).toMatch(/^screenshots\//);
    expect(readFileSync(join(workspace, path)).readUInt32BE(16)).toBe(300);
    expect(log).toContain(path);
  }
  expect(JSON.parse(outputs['json'] ?? '')).toHaveLength(2);
  expect(summary.split('\n').filter((line) => line.includes(site))).toHaveLength(2);
});

test('[DX-13] a failed capture and a missing input are errors of the step', async () => {
  const site = await serve((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<h1>A page</h1>');
  });
  const urls = `${site}/<b>|x`;
  const failed = await runAction({ urls, options: '--element-selector #absent', output: 'shots' });
  expect([failed.code, failed.outputs['paths']]).toEqual([4, '']);
  expect(failed.log).toContain('::error title=Shotwright::');
  expect(failed.summary).not.toContain('<b>');
  const missing = await runAction({ urls: '' });
  expect([missing.code, missing.log]).toEqual([
    1,
    '::error title=Shotwright::The input urls is missing.\n',
  ]);
});

test('[DX-13] the program reads exactly the inputs, and writes the outputs, of action.yml', () => {
  const program = readFileSync(join(folder, 'src', 'main.ts'), 'utf8');
  const inputs = [...program.matchAll(/input\('([\w-]+)'\)/g)].map(([, name = '']) => name);
  expect(new Set(inputs)).toEqual(new Set(Object.keys(action.inputs)));
  const outputs = [...program.matchAll(/writeOutput\('(\w+)'/g)].map(([, name = '']) => name);
  expect(outputs).toEqual(Object.keys(action.outputs));
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  for (const name of [...inputs, ...outputs]) expect(readme).toContain(`\`${name}\``);
});
