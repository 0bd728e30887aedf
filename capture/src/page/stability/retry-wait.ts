import type { CapturePage } from '../capture-page.ts';
import { timesUntilRetry } from './late-motion.ts';

/**
 * Longest time that a page's retries are waited for, and the part of it that passes in real time. The three
 * retries that libraries for requests make by default take 7 s. Unit: ms.
 */
const maxMs = 12_500;
const maxRealMs = 7_500;
/** Longest time that retries after pauses of more than 6 s are waited for, on the page's clock only. Unit: ms. */
const maxLongMs = 30_000;
const stepMs = 100;
const longStepMs = 250;

/** Next step of the wait for a retry; 0 if there is none to wait for. */
export interface RetryStep {
  readonly ms: number;
  /** True if the step passes in real time; false: on the page's clock. */
  readonly isReal: boolean;
  /** Records the time that the step took. Unit: ms. */
  record(ms: number): void;
}

/** Returns the next step until the page retries a request that has failed. */
export async function nextRetry(page: CapturePage): Promise<RetryStep> {
  const { requests, waitLog, spec, clock } = page;
  const [retryMs, longRetryMs] = requests.hasFailed() ? await timesUntilRetry(page) : [0, 0];
  if (retryMs > 0 && waitLog.retryMs < maxMs)
    return {
      ms: Math.min(stepMs, Math.ceil(retryMs)),
      isReal: spec.determinism === undefined && waitLog.retryMs < maxRealMs,
      record(ms) {
        waitLog.retryMs += ms;
      },
    };
  const mayPass = clock.kind === 'virtual' && waitLog.longRetryMs < maxLongMs;
  return {
    ms: mayPass ? Math.min(longStepMs, Math.ceil(longRetryMs)) : 0,
    isReal: false,
    record(ms) {
      waitLog.longRetryMs += ms;
    },
  };
}
