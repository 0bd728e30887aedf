import { inTransaction, type Database } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/job.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import type { OnCaptureEnd } from './events/on-capture-end.ts';
import { failAttempt, lockOpenAttempt } from './run/attempts.store.ts';
import { cancelledFailure } from './run/failure.rules.ts';
import { captureJobs } from './screenshots.jobs.ts';
import { findScreenshot, type ScreenshotRow, type ScreenshotScope } from './screenshots.store.ts';

interface CancelDependencies {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'cancel'>;
  readonly credits: Pick<CreditsService, 'release'>;
  onCaptureEnd: OnCaptureEnd;
}

/**
 * Ends a waiting or running capture and releases its credits, in one transaction; its worker is
 * notified and stops. Throws `screenshot_not_found`, or `conflict` (409) for a capture that has
 * ended.
 */
export type CancelScreenshot = (
  input: ScreenshotScope & { readonly id: string },
) => Promise<ScreenshotRow>;

/** Creates a {@link CancelScreenshot} that also removes the capture's job. */
export function createCancelScreenshot(deps: CancelDependencies): CancelScreenshot {
  const { db, queue, credits, onCaptureEnd } = deps;
  return async (input) => {
    const isCancelled = await inTransaction(db, async (tx) => {
      const open = await lockOpenAttempt(tx, input);
      if (!open || !(await failAttempt(tx, { ...open, failure: cancelledFailure }))) return false;
      const { organizationId, id, apiKeyId, credits: amount } = open;
      await credits.release(tx, { organizationId, screenshotId: id, apiKeyId, amount });
      await onCaptureEnd(tx, open);
      for (const kind of captureJobs) await queue.cancel(tx, kind, id);
      return true;
    });
    const row = await findScreenshot(db, input);
    if (!row) throw notFound('screenshot_not_found', 'This screenshot does not exist.');
    if (!isCancelled) throw hasEnded(row);
    return row;
  };
}

function hasEnded({ id, status }: ScreenshotRow): AppError {
  return new AppError({
    code: 'conflict',
    message: `This capture has already ended: its status is ${status}.`,
    details: { screenshotId: id, status },
  });
}
