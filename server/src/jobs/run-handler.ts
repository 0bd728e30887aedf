import type { JobHandler, JobRun } from './job.ts';
import type { FetchedJob } from './lease.ts';

/** Outcome of a handler. */
export type HandlerOutcome =
  | { readonly ok: true; readonly isRequeued: boolean }
  | { readonly ok: false; readonly err: unknown };

/** Time an aborted handler has to return before its slot is given to another job. */
const abortedHandlerMs = 2_000;

/**
 * Runs a handler until it returns, or until it has ignored an abort (expiry, lost lease or stop)
 * for too long.
 */
export async function runHandler(
  handler: JobHandler,
  job: FetchedJob,
  controller: AbortController,
): Promise<HandlerOutcome> {
  const { id, data, retryCount } = job;
  const { signal } = controller;
  const { expireInSeconds } = handler.kind;
  const call: JobRun<object> = { id, data, retryCount, signal };
  const expiry = setTimeout(
    () => controller.abort(new Error(`the job ran longer than ${expireInSeconds} s`)),
    expireInSeconds * 1_000,
  );
  let abortTimer: NodeJS.Timeout | undefined;
  const ignored = new Promise<HandlerOutcome>((resolve) => {
    signal.addEventListener('abort', () => {
      const err: unknown = signal.reason;
      abortTimer = setTimeout(() => resolve({ ok: false, err }), abortedHandlerMs);
    });
  });
  try {
    return await Promise.race([settled(handler, call), ignored]);
  } finally {
    clearTimeout(expiry);
    clearTimeout(abortTimer);
  }
}

async function settled(handler: JobHandler, call: JobRun<object>): Promise<HandlerOutcome> {
  try {
    return { ok: true, isRequeued: (await handler.handle(call)) === 'requeue' };
  } catch (err) {
    return { ok: false, err };
  }
}
