import type { Progress } from '../../lib/progress.ts';
import { ignoreErrors } from '../../rejections.ts';

/** Real time to wait for: `ms`, or less if `until` settles before. */
export interface RealTime {
  readonly ms: number;
  readonly until: Promise<unknown> | undefined;
}

/**
 * Waits in real time while `work` runs, which ends when the promise that it gets settles. Returns the
 * real time that passed.
 */
export async function followRealTime(
  progress: Progress,
  { ms, until }: RealTime,
  work: (over: Promise<unknown>) => Promise<unknown>,
): Promise<number> {
  const startedMs = performance.now();
  const expired = progress.sleep(ms);
  const over = until === undefined ? expired : Promise.race([expired, until]);
  ignoreErrors([expired, over]);
  await work(over);
  await over;
  return performance.now() - startedMs;
}

/** Calls `repeat` until `work` has settled, and settles like it. */
export async function repeatUntil<T>(
  work: Promise<T>,
  repeat: (settled: Promise<unknown>) => Promise<unknown>,
): Promise<T> {
  const settled = Promise.allSettled([work]);
  const state = watch(settled);
  while (!state.hasSettled) await repeat(settled);
  return work;
}

/** Returns the state of `work` at any time. */
export function watch(work: Promise<unknown>): { readonly hasSettled: boolean } {
  const state = { hasSettled: false };
  const settle = (): void => {
    state.hasSettled = true;
  };
  work.then(settle, settle);
  return state;
}
