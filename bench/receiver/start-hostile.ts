import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Messages received by {@link HostileReceivers}. */
export interface Arrivals {
  /**
   * Time from the end of a capture to the arrival of its event at the good receiver, one per event.
   * Unit: ms.
   */
  readonly latenessMs: readonly number[];
  /** Number of requests without a response. */
  readonly hostileRequests: number;
}

/** One receiver that responds immediately, and many that never do. */
export interface HostileReceivers {
  readonly goodUrl: string;
  readonly hostileUrls: readonly string[];
  arrivals(): Promise<Arrivals>;
  close(): void;
}

/** Starts {@link HostileReceivers} in a separate process. Rejects if it exits before it listens. */
export async function startHostileReceivers(count: number): Promise<HostileReceivers> {
  const child = fork(join(import.meta.dirname, 'receive-beside-hostile.ts'), [String(count)]);
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the receivers ended with ${String(code)}`);
  });
  ended.catch(() => undefined);
  const message = async (): Promise<Record<string, unknown>> => {
    const [first] = await Promise.race([once(child, 'message'), ended]);
    return Object(first);
  };
  const { good, hostile } = await message();
  return {
    goodUrl: urlOf(good),
    hostileUrls: Array.isArray(hostile) ? hostile.map(urlOf) : [],
    arrivals: async () => {
      const next = message();
      child.send('arrivals');
      const { latenessMs, hostileRequests } = await next;
      return {
        latenessMs: Array.isArray(latenessMs) ? latenessMs.map(Number) : [],
        hostileRequests: Number(hostileRequests),
      };
    },
    close: () => child.disconnect(),
  };
}

function urlOf(port: unknown): string {
  return `http://127.0.0.1:${Number(port)}/hook`;
}
