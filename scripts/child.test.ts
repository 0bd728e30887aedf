import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test } from 'vitest';

/** Logs each signal; exits with code 7 some time after SIGUSR2, and immediately at SIGTERM. */
const serverSource = `
  let ints = 0;
  process.on('SIGINT', () => console.log('interrupted', ++ints));
  process.on('SIGUSR2', () => setTimeout(() => process.exit(7), 200));
  process.on('SIGTERM', () => { console.log('terminated'); process.exit(8); });
  setInterval(() => {}, 1000);
  console.log('up', process.pid);
`;

let dir: string;
const started: ChildProcess[] = [];
const serverPids: number[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'child-'));
  writeFileSync(join(dir, 'server.mjs'), serverSource);
  const setup = JSON.stringify(join(import.meta.dirname, 'setup.mjs'));
  const server = JSON.stringify(join(dir, 'server.mjs'));
  writeFileSync(
    join(dir, 'wrapper.mjs'),
    `import { runNode } from ${setup};\nprocess.exitCode = await runNode(process.execPath, [${server}]);`,
  );
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const pid of serverPids.splice(0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  }
  rmSync(dir, { recursive: true, force: true });
});

/** Starts the wrapper below `sh`, as npm does, and waits for the server below it. */
async function start() {
  const command = `"${process.execPath}" "${join(dir, 'wrapper.mjs')}" & echo wrapper $!; wait $!`;
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const shell = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'], env });
  started.push(shell);
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const wrapperPid = Number((await next()).split(' ')[1]);
  const serverPid = Number((await next()).split(' ')[1]);
  serverPids.push(wrapperPid, serverPid);
  return { shell, next, wrapperPid, serverPid };
}

test('one Ctrl-C, sent by terminal and npm, reaches the server once, and its exit code is returned', async () => {
  const { shell, next, wrapperPid, serverPid } = await start();
  process.kill(wrapperPid, 'SIGINT');
  expect(await next()).toBe('interrupted 1');
  process.kill(wrapperPid, 'SIGINT');
  const exited = once(shell, 'exit');
  process.kill(serverPid, 'SIGUSR2');
  expect(await next()).toBe('undefined');
  expect((await exited)[0]).toBe(7);
});

test('a second Ctrl-C kills a server that ignores the first', async () => {
  const { shell, next, wrapperPid } = await start();
  const exited = once(shell, 'exit');
  process.kill(wrapperPid, 'SIGINT');
  expect(await next()).toBe('interrupted 1');
  const again = setInterval(() => process.kill(wrapperPid, 'SIGINT'), 300);
  try {
    expect((await exited)[0]).toBe(137);
  } finally {
    clearInterval(again);
  }
});

test('the server exits gracefully if its starter is killed', async () => {
  const { next, wrapperPid } = await start();
  process.kill(wrapperPid, 'SIGKILL');
  expect(await next()).toBe('terminated');
});

test('the server exits gracefully if npm is killed', async () => {
  const { shell, next } = await start();
  shell.kill('SIGKILL');
  expect(await next()).toBe('terminated');
});
