import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** Least time between two readings; each takes about 20 µs. Unit: ms. */
const intervalMs = 100;
/**
 * Time over which readings are averaged. The system's own average spans a minute: a burst of captures
 * would be over before it shows. Unit: ms.
 */
const spanMs = 1_500;

/** Source of the load and of the time. */
export interface LoadSource {
  /** Returns the number of threads that run or want to run. */
  readRunnable(): number;
  readonly processors: number;
  now(): number;
}

/** Returns a function that returns the number of threads that want to run per processor; at least 1. */
export function createOverload({ readRunnable, processors, now }: LoadSource): () => number {
  let runnable = 0;
  let readAtMs = -Infinity;
  return () => {
    const nowMs = now();
    if (nowMs - readAtMs >= intervalMs) {
      runnable += (readRunnable() - runnable) * (1 - Math.exp((readAtMs - nowMs) / spanMs));
      readAtMs = nowMs;
    }
    return Math.max(1, runnable / processors);
  };
}

/** Returns the number of threads of this machine that want to run, per processor; at least 1. */
export const overload = createOverload({
  readRunnable: readRunnableThreads,
  processors: availableParallelism(),
  now: () => performance.now(),
});

/** Reads the first number of `5/612`, the fourth field; other systems than Linux have only averages. */
function readRunnableThreads(): number {
  const [, runnable] = /(\d+)\/\d/.exec(readLoad()) ?? [];
  return runnable === undefined ? (loadavg()[0] ?? 0) : Number(runnable);
}

function readLoad(): string {
  try {
    return readFileSync('/proc/loadavg', 'latin1');
  } catch {
    return '';
  }
}
