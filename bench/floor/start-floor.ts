import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { Shot, Target } from '../shot.ts';

interface Answer {
  readonly id: number;
  readonly shot?: Shot;
  readonly error?: string;
}

/** Starts the baseline: the bare protocol and one warm browser, nothing in between. */
export async function startFloor(): Promise<Target> {
  const child = fork(join(import.meta.dirname, 'floor-process.ts'));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the floor ended with ${code}`)));
  });
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  child.once('exit', () => {
    for (const [id, answer] of waiting) answer({ id, error: 'the floor is gone' });
  });
  return {
    name: 'floor',
    rootPids: [child.pid ?? -1],
    shoot: (job) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, ({ shot, error }) =>
          shot === undefined ? reject(new Error(error)) : resolve(shot),
        );
        child.send({ id, job });
      }),
    close: async () => {
      child.disconnect();
      await gone;
    },
  };
}
