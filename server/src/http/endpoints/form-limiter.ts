import { createSemaphore, type Semaphore } from '../../lib/semaphore.ts';

/** Runs work that holds a form in memory once a slot is free; see {@link Semaphore.run}. */
export type FormLimiter = <T>(
  callerId: string,
  work: () => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/** Maximum number of concurrent forms. Each holds up to three images of ten megabytes. */
export const maxConcurrentForms = { total: 8, perCaller: 2 } as const;

/**
 * Limits concurrent forms, in total and per caller, so that a slow caller does not block the
 * others.
 */
export function createFormLimiter(limits: {
  readonly total: number;
  readonly perCaller: number;
}): FormLimiter {
  const all = createSemaphore(limits.total);
  const known = new Map<string, { readonly semaphore: Semaphore; forms: number }>();
  return async (callerId, work, signal) => {
    const own = known.get(callerId) ?? { semaphore: createSemaphore(limits.perCaller), forms: 0 };
    known.set(callerId, own);
    own.forms += 1;
    try {
      return await own.semaphore.run(() => all.run(work, signal), signal);
    } finally {
      own.forms -= 1;
      if (own.forms === 0) known.delete(callerId);
    }
  };
}
