import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A running receiver of webhooks that takes everything at once. */
export interface Receiver {
  readonly url: string;
  /** How many messages it has taken; one that came twice counts once. */
  count(): Promise<number>;
  close(): void;
}

/** Starts a {@link Receiver} in a process of its own. Rejects when it ends before it listens. */
export async function startReceiver(): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receive.ts'));
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the receiver ended with ${String(code)}`);
  });
  ended.catch(() => undefined);
  const told = async (name: 'port' | 'count'): Promise<number> => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return Number(Object(message)[name]);
  };
  const port = await told('port');
  return {
    url: `http://127.0.0.1:${port}/hook`,
    count: async () => {
      const answer = told('count');
      child.send('count');
      return answer;
    },
    close: () => child.disconnect(),
  };
}
