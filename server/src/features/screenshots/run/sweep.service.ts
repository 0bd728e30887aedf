import type { ObjectStore } from '../../../adapters/storage/object-store.ts';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { CreditsService } from '../../credits/credits.service.ts';
import type { Idempotency } from '../../idempotency/idempotency.service.ts';
import type { OnCaptureEnd } from '../events/on-capture-end.ts';
import {
  failAttempt,
  listDeletedObjects,
  listOpenAttempts,
  removeDeletedObjects,
  type OpenAttempt,
} from './attempts.store.ts';
import { internalFailure } from './failure.rules.ts';
import { foldCaptureCounts, foldSpentCounts } from '../fold-counts.store.ts';
import { removeOldPageImages } from './failure-images.store.ts';
import { removeOldUnstoredImages } from '../unstored-images.store.ts';
import { removeOldRefunds } from '../verdict/verdict-refunds.store.ts';
import { captureJobs } from '../screenshots.jobs.ts';

interface SweepDependencies {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'findEnded'>;
  readonly store: Pick<ObjectStore, 'remove'>;
  readonly credits: Pick<CreditsService, 'release'>;
  readonly idempotency: Pick<Idempotency, 'removeExpired'>;
  readonly logger: Logger;
  onCaptureEnd: OnCaptureEnd;
  /** Closes batches of which the last captures were deleted. */
  closeEndedBatches(): Promise<void>;
}

/** Counts of one sweep. */
export interface SweepReport {
  readonly failedScreenshots: number;
  readonly removedObjects: number;
  readonly forgottenKeys: number;
}

/**
 * Cleanup after crashes and of expired data: captures without a job, batches, objects, page images, images that
 * are not stored, refunds,
 * idempotency keys. Folds the counts that captures appended.
 */
export interface Sweep {
  /** Safe to run at any time and concurrently. */
  sweep(): Promise<SweepReport>;
}

const batchSize = 500;

/** Creates a {@link Sweep} that works in batches. */
export function createSweep(deps: SweepDependencies): Sweep {
  return {
    sweep: async () => {
      const failedScreenshots = await failLostScreenshots(deps);
      await deps.closeEndedBatches();
      await foldCaptureCounts(deps.db);
      await foldSpentCounts(deps.db);
      await removeOldPageImages(deps.db, batchSize);
      await removeOldUnstoredImages(deps.db, batchSize);
      const removedObjects = await removeObjects(deps);
      await removeOldRefunds(deps.db);
      const forgottenKeys = await deps.idempotency.removeExpired();
      const report = { failedScreenshots, removedObjects, forgottenKeys };
      if (failedScreenshots > 0) deps.logger.warn(report, 'ended captures without a job');
      return report;
    },
  };
}

/** The end of a job leaves its capture open only if the worker could not write the end. */
async function failLostScreenshots(deps: SweepDependencies): Promise<number> {
  const { db, queue } = deps;
  let total = 0;
  let afterId: string | null = null;
  do {
    const open: OpenAttempt[] = await listOpenAttempts(db, { afterId, limit: batchSize });
    const ids = open.map((attempt) => attempt.id);
    const ended = new Set(ids.length === 0 ? [] : await queue.findEnded(db, captureJobs, ids));
    for (const attempt of open) {
      if (ended.has(attempt.id) && (await failLost(deps, attempt))) total += 1;
    }
    afterId = open.length === batchSize ? (ids.at(-1) ?? null) : null;
  } while (afterId !== null);
  return total;
}

function failLost(
  { db, credits, onCaptureEnd }: SweepDependencies,
  attempt: OpenAttempt,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await failAttempt(tx, { ...attempt, failure: internalFailure }))) return false;
    const { organizationId, id, apiKeyId, credits: amount } = attempt;
    await credits.release(tx, { organizationId, screenshotId: id, apiKeyId, amount });
    await onCaptureEnd(tx, attempt);
    return true;
  });
}

/** Removed from the store first: if the row were deleted first, the object could be leaked. */
async function removeObjects({ db, store }: SweepDependencies): Promise<number> {
  let total = 0;
  for (let keys = await listDeletedObjects(db, batchSize); keys.length > 0;) {
    await store.remove(keys);
    await removeDeletedObjects(db, keys);
    total += keys.length;
    keys = keys.length === batchSize ? await listDeletedObjects(db, batchSize) : [];
  }
  return total;
}
