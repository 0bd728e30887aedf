import { setTimeout as sleep } from 'node:timers/promises';
import { exitNameOf } from './exit-codes.ts';
import type { Output } from './output/output.ts';

/** Consecutive pages overlap by far fewer entries. */
const maxRemembered = 5_000;

/**
 * Repeats a step until the signal aborts. Throws if the server rejects the key; other errors are
 * printed, and it continues.
 */
export async function pollUntilAborted(
  step: () => Promise<void>,
  { pollMs, signal, output }: { pollMs: number; signal: AbortSignal; output: Output },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await step();
    } catch (error) {
      if (signal.aborted) return;
      if (exitNameOf(error) === 'denied') throw error;
      output.error(error);
    }
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns a function that is true for an id the first time it is given. */
export function createIsNew(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > maxRemembered && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
