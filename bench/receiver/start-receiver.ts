import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A running webhook receiver that accepts everything immediately. */
export interface Receiver {
  readonly url: string;
  readonly pid: number;
  /** Number of messages received; a message received twice counts once. */
  count(): Promise<number>;
  close(): void;
}

/** Starts a {@link Receiver} in a separate process. Rejects if it exits before it listens. */
export async function startReceiver(): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receive.ts'));
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the receiver ended with ${String(code)}`);
  });
  ended.catch(() => undefined);
  const receive = async (name: 'port' | 'count'): Promise<number> => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return Number(Object(message)[name]);
  };
  const port = await receive('port');
  return {
    pid: child.pid ?? -1,
    url: `http://127.0.0.1:${port}/hook`,
    count: async () => {
      const reply = receive('count');
      child.send('count');
      return reply;
    },
    close: () => child.disconnect(),
  };
}
