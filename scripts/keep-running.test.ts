import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test } from 'vitest';

/** Exits as its next argument says: an exit code, `kill` (by SIGKILL) or `stay` (until SIGTERM, with code 70). */
const serverSource = `
  import { appendFileSync, readFileSync } from 'node:fs';
  const [count, ...ends] = process.argv.slice(2);
  appendFileSync(count, '.');
  const end = ends[readFileSync(count).length - 1];
  process.on('SIGTERM', () => process.exit(70));
  console.log('up', end);
  if (end === 'stay') setInterval(() => {}, 1000);
  else if (end === 'kill') process.kill(process.pid, 'SIGKILL');
  else process.exit(Number(end));
`;

let dir: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'keep-running-'));
  writeFileSync(join(dir, 'server.mjs'), serverSource);
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

const scripts = (name: string): string => JSON.stringify(join(import.meta.dirname, name));

/** Starts a server that exits in these ways, one after the other. */
function append(ends: readonly string[], times: object = {}) {
  const args = JSON.stringify([join(dir, 'server.mjs'), join(dir, 'count'), ...ends]);
  const short = { firstWaitMs: 1, longestWaitMs: 4, stableAfterMs: 60_000, ...times };
  writeFileSync(
    join(dir, 'wrapper.mjs'),
    `import { runNode } from ${scripts('setup.mjs')};
     import { keepRunning } from ${scripts('keep-running.mjs')};
     process.exitCode = await keepRunning(() => runNode(process.execPath, ${args}), ${JSON.stringify(short)});`,
  );
  const env = { ...process.env, npm_lifecycle_event: '' };
  const wrapper = spawn(process.execPath, [join(dir, 'wrapper.mjs')], { stdio: 'pipe', env });
  started.push(wrapper);
  let [out, errors] = ['', ''];
  wrapper.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  wrapper.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const errorLines = createInterface({ input: wrapper.stderr });
  const ended = once(wrapper, 'close').then(([code]) => ({ code: Number(code), out, errors }));
  return { wrapper, ended, errorLine: () => once(errorLines, 'line') };
}

const line = (code: number, waitMs: number): string =>
  `The server ended unexpectedly (exit code ${code}). It starts again in ${waitMs / 1000} s.\n`;

test('a crashed server is restarted with growing delays, each reported in one line', async () => {
  const { code, out, errors } = await append(['70', 'kill', '134', '70', '0']).ended;
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual(['up 70', 'up kill', 'up 134', 'up 70', 'up 0', '']);
  expect(errors).toBe(line(70, 1) + line(137, 2) + line(134, 4) + line(70, 4));
});

test.each([
  ['exits gracefully', '0', 0],
  ['cannot start', '1', 1],
])('a server that %s is not restarted', async (_, end, code) => {
  expect(await append([end, '0']).ended).toEqual({ code, out: `up ${end}\n`, errors: '' });
});

test('a restart that fails after a crash is retried, because the configuration has worked', async () => {
  const { code, errors } = await append(['70', '1', '0']).ended;
  expect([code, errors]).toEqual([0, line(70, 1) + line(1, 2)]);
});

test('a server that ran long enough is restarted after the first delay', async () => {
  const { errors } = await append(['70', '70', '0'], { stableAfterMs: 0 }).ended;
  expect(errors).toBe(line(70, 1) + line(70, 1));
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the delay before a restart', async (signal) => {
  const { wrapper, ended, errorLine } = append(['70', '0'], { firstWaitMs: 600_000 });
  await errorLine();
  wrapper.kill(signal);
  expect(await ended).toMatchObject({ code: 0, out: 'up 70\n' });
});

test('a server that crashes after a signal to its starter is not restarted', async () => {
  const { wrapper, ended } = append(['stay', '0']);
  await once(wrapper.stdout, 'data');
  wrapper.kill('SIGTERM');
  expect(await ended).toEqual({ code: 70, out: 'up stay\n', errors: '' });
});
