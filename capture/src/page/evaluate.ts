import type { CapturePage } from './capture-page.ts';
import { clockError, extendedLimitMs } from './clock/clock-failure.ts';
import { CaptureError, inSeconds } from '../lib/capture-error.ts';
import type { Json } from './execution-context.ts';

/** Page members that `evaluate` needs. */
export type EvaluablePage = Pick<CapturePage, 'progress' | 'executionContext' | 'limits' | 'clock'>;

/** Maximum time for an answer of a page on a virtual clock. Unit: ms. */
const virtualCallMs = 5_000;

/**
 * Calls one of the engine's functions in the current document. Throws `render_timeout` if the page
 * is unresponsive.
 */
export function evaluate<A extends readonly Json[], R>(
  page: EvaluablePage,
  inPage: (...args: A) => R | Promise<R>,
  ...args: A
): Promise<R> {
  return withinLimit(page, page.executionContext().call(inPage, ...args));
}

/** Settles like `call`. Throws `render_timeout` if the page does not respond. */
export function withinLimit<R>(
  { progress, limits, clock }: EvaluablePage,
  call: Promise<R>,
): Promise<R> {
  if (clock.kind === 'virtual') {
    return progress.raceWithTimeout(call, extendedLimitMs(virtualCallMs), () =>
      clockError('call_unanswered'),
    );
  }
  return progress.raceWithTimeout(call, limits.screenshotTimeoutMs, () =>
    pageUnresponsiveError(limits.screenshotTimeoutMs),
  );
}

/** Returns the error for a page whose scripts leave no time to inspect or render it. */
export function pageUnresponsiveError(ms: number): CaptureError {
  const detail = `The page did not respond within ${inSeconds(ms)}. Its scripts may run without a pause.`;
  return new CaptureError('render_timeout', detail, { isBrowserSuspect: true });
}
