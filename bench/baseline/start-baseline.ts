import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { CaptureResult, Target } from '../target.ts';

interface Reply {
  readonly id: number;
  readonly result?: CaptureResult;
  readonly error?: string;
}

/** Starts the baseline: the bare protocol and one warm browser, nothing in between. */
export async function startBaseline(): Promise<Target> {
  const child = fork(join(import.meta.dirname, 'baseline-process.ts'));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the baseline ended with ${code}`)));
  });
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.once('exit', () => {
    for (const [id, reply] of waiting) reply({ id, error: 'the baseline has exited' });
  });
  return {
    name: 'floor',
    rootPids: [child.pid ?? -1],
    capture: (job) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, ({ result, error }) =>
          result === undefined ? reject(new Error(error)) : resolve(result),
        );
        child.send({ id, job });
      }),
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}
