import { inTransaction, type Database } from '../../../db/transaction.ts';
import type { JobHandler, JobKind, ScheduledJob } from '../../../jobs/job.ts';
import { defineJob } from '../../../jobs/job.ts';
import { inBatches } from '../../../lib/in-batches.ts';
import type { Logger } from '../../../lib/logger.ts';
import { lockExpired, removeExpired } from './retention.store.ts';

/** Deletes captures at the end of their retention. */
export const removeExpiredFilesJob: JobKind<object> = defineJob({
  name: 'files.remove_expired',
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryBackoff: true,
  expireInSeconds: 3_600,
  heartbeatSeconds: 30,
});

/** Runs every night. */
export const removeExpiredFilesSchedule: ScheduledJob = {
  kind: removeExpiredFilesJob,
  cron: '20 3 * * *',
};

const batchSize = 500;

/** Handles {@link removeExpiredFilesJob}. */
export function removeExpiredFilesHandler(deps: {
  readonly db: Database;
  readonly logger: Logger;
}): JobHandler {
  return {
    kind: removeExpiredFilesJob,
    concurrency: 1,
    handle: async ({ signal }) => {
      const removed = await removeExpiredFiles(deps.db, signal);
      if (removed > 0) deps.logger.info({ removed }, 'deleted captures after their retention');
    },
  };
}

/**
 * Deletes ended captures past the end of their retention, in batches, except those that a public
 * link uses. Database triggers adjust the counts and record their objects for removal. Safe to run
 * concurrently; returns their number.
 */
export function removeExpiredFiles(db: Database, signal?: AbortSignal): Promise<number> {
  return inBatches(
    batchSize,
    () => inTransaction(db, async (tx) => removeExpired(tx, await lockExpired(tx, batchSize))),
    signal,
  );
}
