import { AppError } from '../../lib/app-error.ts';

/** The refusal of an attempt that comes too early. Source: acceptance SI-11. */
export function tooManyAttempts(seconds: number): AppError {
  return new AppError({
    kind: 'too_many_requests',
    code: 'rate_limited',
    message: `Too many attempts. Try again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  });
}
