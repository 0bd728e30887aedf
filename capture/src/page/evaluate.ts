import type { CapturePage } from './capture-page.ts';
import { CaptureError, inSeconds } from '../lib/capture-error.ts';
import type { Json } from './execution-context.ts';

/** Page members that `evaluate` needs. */
export type EvaluablePage = Pick<CapturePage, 'progress' | 'executionContext' | 'limits'>;

/**
 * Calls one of the engine's functions in the current document. Throws `render_timeout` if the page
 * is unresponsive.
 */
export function evaluate<A extends readonly Json[], R>(
  { progress, executionContext, limits }: EvaluablePage,
  inPage: (...args: A) => R | Promise<R>,
  ...args: A
): Promise<R> {
  return progress.raceWithTimeout(
    executionContext().call(inPage, ...args),
    limits.screenshotTimeoutMs,
    () => pageUnresponsiveError(limits.screenshotTimeoutMs),
  );
}

/** Returns the error for a page whose scripts leave no time to inspect or render it. */
export function pageUnresponsiveError(ms: number): CaptureError {
  const detail = `The page did not let itself be drawn within ${inSeconds(ms)}; its scripts may never pause.`;
  return new CaptureError('render_timeout', detail, { isBrowserSuspect: true });
}
