import { AppError } from '../../shared/app-error.ts';

/** Waits for `work` for at most `timeoutMs`, then aborts its signal and throws `unavailable`. */
export async function withinDeadline<T>(
  timeoutMs: number,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const deadline = Promise.withResolvers<never>();
  // Cleared directly instead of through an abort signal, because creating the signal's reason costs
  // more than the rest of a request's wait.
  const timer = setTimeout(() => {
    timeout.abort();
    deadline.reject(
      new AppError({
        code: 'unavailable',
        message: `No answer was ready within ${Math.round(timeoutMs / 1000)} seconds. Try again.`,
        retryAfterSeconds: 5,
      }),
    );
  }, timeoutMs);
  try {
    return await Promise.race([work(timeout.signal), deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
