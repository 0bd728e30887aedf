import { AppError } from '../../shared/app-error.ts';

/** Error for an attempt before the delay has passed. Source: acceptance SI-11. */
export function tooManyAttempts(seconds: number): AppError {
  return new AppError({
    code: 'rate_limited',
    message: `Too many attempts. Try again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  });
}
