import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hasEnded } from '../src/browser/pool/process-memory.ts';

test('a killed process counts as ended before the kernel has ended it', async () => {
  const children = Array.from({ length: 20 }, () => spawn('sleep', ['60']));
  const exits = children.map((child) => once(child, 'exit'));
  await Promise.all(children.map((child) => once(child, 'spawn')));
  const pids = children.map(({ pid = 0 }) => pid);
  expect(pids.map(hasEnded)).not.toContain(true);
  for (const child of children) child.kill('SIGKILL');
  expect(pids.map(hasEnded)).not.toContain(false);
  await Promise.all(exits);
});
