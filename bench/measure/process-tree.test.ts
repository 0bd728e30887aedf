import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

import { isAlive, isBrowserProcess, watchTree } from './process-tree.ts';

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
  ['chrome --headless --remote-debugging-pipe', true],
  ['chrome --type=renderer --remote-debugging-pipe', false],
  ['postgres -D /data', false],
])('%s: is the main process of a browser: %s', (commandLine, isBrowser) => {
  expect(isBrowserProcess(commandLine)).toBe(isBrowser);
});
