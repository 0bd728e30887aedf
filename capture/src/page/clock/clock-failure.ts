import { CaptureError } from '../../lib/capture-error.ts';
import type { Progress } from '../../lib/progress.ts';
import { overload } from './overload.ts';

/**
 * Signs that a page does not come to rest on a virtual clock: a script that spins on a clock that
 * stands still, or a compositor that does not respond.
 */
export const clockFailures = [
  'policy_unanswered',
  'budget_not_spent',
  'frame_unanswered',
  'frame_refused',
  'call_unanswered',
  'no_image',
] as const;

/** One of {@link clockFailures}. */
export type ClockFailure = (typeof clockFailures)[number];

const maxExtension = 3;
/** Maximum time for the browser's answer to one step of the clock. Unit: ms. */
export const stepMs = 1_500;

/**
 * Returns the error that makes the engine capture the page once more in real time. The browser may
 * be blocked for ever, so it is not used again.
 */
export function clockError(sign: ClockFailure): CaptureError {
  const detail = `The page could not be captured on a virtual clock (${sign}).`;
  return new CaptureError('render_timeout', detail, { isBrowserSuspect: true, clockFailure: sign });
}

/**
 * Returns a limit for a response of the browser, extended on an overloaded machine, where a late
 * response does not mean that the page is blocked.
 */
export function extendedLimitMs(limitMs: number): number {
  return limitMs * extension();
}

/**
 * Returns the part of a time that counts towards a limit which several steps share. On an overloaded machine it is
 * smaller, by a factor of up to `maxFactor`.
 */
export function countedMs(ms: number, maxFactor = maxExtension): number {
  return ms / extension(maxFactor);
}

function extension(maxFactor = maxExtension): number {
  return Math.min(maxFactor, overload());
}

/** Settles like `work`, or rejects with the sign if the browser does not respond in time. */
export function withinStep<T>(
  progress: Progress,
  work: Promise<T>,
  sign: ClockFailure,
): Promise<T> {
  return progress.raceWithTimeout(work, extendedLimitMs(stepMs), () => clockError(sign));
}
