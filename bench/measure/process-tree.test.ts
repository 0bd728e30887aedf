import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

import { isAlive, isBrowserProcess, serverParts, watchTree } from './process-tree.ts';

test('a running process is alive and in the tree of its parent; an exited one is not alive', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  const pid = child.pid ?? -1;
  const exited = once(child, 'exit');
  expect(isAlive(pid)).toBe(true);
  expect(watchTree([process.pid]).pids()).toContain(pid);
  child.stdin.end();
  await exited;
  expect(isAlive(pid)).toBe(false);
});

test.each([
  ['/usr/lib/postgres', 'database'],
  ['postgres: checkpointer', 'database'],
  ['/usr/bin/node', 'api and workers'],
  ['/usr/bin/chromium', 'browsers'],
])('%s counts as a process of the part: %s', async (program, part) => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], {
    argv0: program,
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  const tree = watchTree([child.pid ?? -1]);
  const used = serverParts.filter((name) => {
    const { processes, bytes } = tree.usageOf(name);
    return processes === 1 && bytes > 2 ** 20;
  });
  child.stdin.end();
  await exited;
  expect(used).toEqual([part]);
});

test.each([
  ['chrome --headless --remote-debugging-pipe', true],
  ['chrome --type=renderer --remote-debugging-pipe', false],
  ['postgres -D /data', false],
])('%s: is the main process of a browser: %s', (commandLine, isBrowser) => {
  expect(isBrowserProcess(commandLine)).toBe(isBrowser);
});
