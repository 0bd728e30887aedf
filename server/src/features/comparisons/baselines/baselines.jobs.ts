import type { Tx } from '../../../db/transaction.ts';
import {
  defineJob,
  inEveryPlan,
  type JobHandler,
  type JobKind,
  type JobQueue,
} from '../../../jobs/job.ts';
import { AppError } from '../../../shared/app-error.ts';

/** A capture that has just ended, to be compared with its baseline. */
interface CheckBaselineData {
  readonly organizationId: string;
  readonly screenshotId: string;
}

/** Compares a capture with the baseline of its URL and options, if there is one. */
export const checkBaselineJob: JobKind<CheckBaselineData> = defineJob({
  name: 'baseline.check',
  retryLimit: 5,
  retryDelaySeconds: 5,
  retryBackoff: true,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
});

/** Enqueues the check of a capture. */
export async function enqueueBaselineCheck(
  tx: Tx,
  queue: Pick<JobQueue, 'enqueue'>,
  { organizationId, screenshotId }: CheckBaselineData,
): Promise<void> {
  await queue.enqueue(tx, checkBaselineJob, {
    data: { organizationId, screenshotId },
    options: { group: { organizationId, tier: 'free' } },
  });
}

/** Handles {@link checkBaselineJob}. */
export function checkBaselineHandler(
  check: (data: CheckBaselineData, signal: AbortSignal) => Promise<unknown>,
): JobHandler<CheckBaselineData> {
  return {
    kind: checkBaselineJob,
    // A comparison takes one processor, and hundreds of megabytes for large images.
    concurrency: 1,
    groupConcurrency: inEveryPlan(1),
    handle: async ({ data, signal }) => {
      await check(data, signal).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    },
  };
}

/** True if the capture or its image was deleted meanwhile. */
function isGone(error: unknown): boolean {
  const codes = ['screenshot_not_found', 'image_not_stored'];
  return error instanceof AppError && codes.includes(error.code);
}
