import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What has arrived at {@link HostileReceivers}. */
export interface Arrivals {
  /** From the end of a capture to the arrival of its event at the good receiver, one per event. Units: ms. */
  readonly latenessMs: readonly number[];
  /** Requests that were never responded to. */
  readonly hostileRequests: number;
}

/** One receiver that responds at once, and many that never do. */
export interface HostileReceivers {
  readonly goodUrl: string;
  readonly hostileUrls: readonly string[];
  arrivals(): Promise<Arrivals>;
  close(): void;
}

/** Starts {@link HostileReceivers} in a process of their own. Rejects when it ends before it listens. */
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
