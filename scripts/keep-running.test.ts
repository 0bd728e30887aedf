import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test } from 'vitest';

/** Ends as the next of its arguments says: an exit code, `kill` (by SIGKILL) or `stay` (until SIGTERM, with code 70). */
const SERVER = `
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
  writeFileSync(join(dir, 'server.mjs'), SERVER);
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

const scripts = (name: string): string => JSON.stringify(join(import.meta.dirname, name));

/** Starts a server that ends in these ways, one after the other. */
function keep(ends: readonly string[], times: object = {}) {
  const args = JSON.stringify([join(dir, 'server.mjs'), join(dir, 'count'), ...ends]);
  const short = { firstWaitMs: 1, longestWaitMs: 4, steadyAfterMs: 60_000, ...times };
  writeFileSync(
    join(dir, 'wrapper.mjs'),
    `import { runNode } from ${scripts('setup.mjs')};
     import { keepRunning } from ${scripts('keep-running.mjs')};
     process.exitCode = await keepRunning(() => runNode(process.execPath, ${args}), ${JSON.stringify(short)});`,
  );
  const env = { ...process.env, npm_lifecycle_event: '' };
  const wrapper = spawn(process.execPath, [join(dir, 'wrapper.mjs')], { stdio: 'pipe', env });
  started.push(wrapper);
  let [out, told] = ['', ''];
  wrapper.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  wrapper.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const complaints = createInterface({ input: wrapper.stderr });
  const ended = once(wrapper, 'close').then(([code]) => ({ code: Number(code), out, told }));
  return { wrapper, ended, complaint: () => once(complaints, 'line') };
}

const line = (code: number, waitMs: number): string =>
  `The server ended unexpectedly (exit code ${code}). It starts again in ${waitMs / 1000} s.\n`;

test('a server that crashes is started again, with longer and longer waits, each told in one line', async () => {
  const { code, out, told } = await keep(['70', 'kill', '134', '70', '0']).ended;
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual(['up 70', 'up kill', 'up 134', 'up 70', 'up 0', '']);
  expect(told).toBe(line(70, 1) + line(137, 2) + line(134, 4) + line(70, 4));
});

test.each([
  ['ends in good order', '0', 0],
  ['refuses to start', '1', 1],
])('a server that %s is not started again', async (_, end, code) => {
  expect(await keep([end, '0']).ended).toEqual({ code, out: `up ${end}\n`, told: '' });
});

test('a restart that is refused after a crash is tried again, for the configuration has worked', async () => {
  const { code, told } = await keep(['70', '1', '0']).ended;
  expect([code, told]).toEqual([0, line(70, 1) + line(1, 2)]);
});

test('a server that has run long enough is started again after the first wait', async () => {
  const { told } = await keep(['70', '70', '0'], { steadyAfterMs: 0 }).ended;
  expect(told).toBe(line(70, 1) + line(70, 1));
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the wait for a restart at once',
  async (signal) => {
    const { wrapper, ended, complaint } = keep(['70', '0'], { firstWaitMs: 600_000 });
    await complaint();
    wrapper.kill(signal);
    expect(await ended).toMatchObject({ code: 0, out: 'up 70\n' });
  },
);

test('a server that crashes at a signal to its starter is not started again', async () => {
  const { wrapper, ended } = keep(['stay', '0']);
  await once(wrapper.stdout, 'data');
  wrapper.kill('SIGTERM');
  expect(await ended).toEqual({ code: 70, out: 'up stay\n', told: '' });
});
