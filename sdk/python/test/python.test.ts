import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const { url, keys } = inject('product');
const folder = join(import.meta.dirname, '..');
const python = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync('python3', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
const hasPython = python(['--version']).status === 0;

test('[DX-9] the Python SDK captures, reads, retries and verifies webhooks as its own tests expect', ({
  skip,
}) => {
  skip(!hasPython, 'this machine has no python3');
  const env = { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: keys.python };
  const { status, stderr } = python(['-m', 'unittest', 'discover', '-s', 'test'], env);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/Ran \d+ tests[^]*OK\n$/)]);
});

test('[DX-9] the Python SDK imports the standard library only, and its printed types are valid', ({
  skip,
}) => {
  skip(!hasPython, 'this machine has no python3');
  // -S hides installed packages.
  const program = `import shotwright
from shotwright import printed
assert {"url", "full_page"} <= set(printed.UrlCaptureOptions.__annotations__)
assert {"id", "status"} <= set(printed._Screenshot.__annotations__)`;
  expect(python(['-S', '-c', program])).toMatchObject({ status: 0, stderr: '' });
});
