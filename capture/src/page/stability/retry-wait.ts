import type { CapturePage } from '../capture-page.ts';
import { timeUntilRetry } from './late-motion.ts';

/**
 * Longest time that a page's retries are waited for, and the part of it that passes in real time. The three
 * retries that libraries for requests make by default take 7 s. Unit: ms.
 */
const maxMs = 12_000;
const maxRealMs = 7_000;
const stepMs = 100;

/** Next step of the wait for a retry; 0 if there is none to wait for. */
export interface RetryStep {
  readonly ms: number;
  readonly isReal: boolean;
}

/** Returns the next step until the page retries a request that has failed. */
export async function nextRetry(page: CapturePage): Promise<RetryStep> {
  const { requests, waitLog, spec } = page;
  const isReal = spec.determinism === undefined && waitLog.retryMs < maxRealMs;
  if (!requests.hasFailed() || waitLog.retryMs >= maxMs) return { ms: 0, isReal };
  const ms = Math.min(stepMs, Math.ceil(await timeUntilRetry(page)));
  waitLog.retryMs += ms;
  return { ms, isReal };
}
