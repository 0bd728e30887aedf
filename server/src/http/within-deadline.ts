import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../lib/app-error.ts';

/** Waits for `work` no longer than `timeoutMs`, then tells it to stop by its signal and throws `unavailable`. */
export async function withinDeadline<T>(
  timeoutMs: number,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const answered = new AbortController();
  const deadline = delay(timeoutMs, undefined, { signal: answered.signal }).then(() => {
    late.abort();
    throw new AppError({
      kind: 'unavailable',
      code: 'unavailable',
      message: `No answer was ready within ${Math.round(timeoutMs / 1000)} seconds. Try again.`,
      retryAfterSeconds: 5,
    });
  });
  try {
    return await Promise.race([work(late.signal), deadline]);
  } finally {
    deadline.catch(() => undefined);
    answered.abort();
  }
}
