import { inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import { defineJob, type JobHandler, type JobQueue, type ScheduledJob } from '../../../jobs/job.ts';
import { inBatches } from '../../../lib/in-batches.ts';
import {
  batchedTables,
  listToPurge,
  markDeleted,
  purgeCaptures,
  purgeRest,
  purgeRows,
} from './purge.store.ts';

/** Job that deletes the data of deleted organisations. */
export const purgeOrganizationsJob = defineJob<object>({
  name: 'organizations.purge',
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryBackoff: true,
  expireInSeconds: 3_600,
  heartbeatSeconds: 30,
});

/** Runs every hour, for what a killed job has left. */
export const purgeOrganizationsSchedule: ScheduledJob = {
  kind: purgeOrganizationsJob,
  cron: '35 * * * *',
};

/** Handles {@link purgeOrganizationsJob}. */
export function purgeOrganizationsHandler(db: Database): JobHandler {
  return {
    kind: purgeOrganizationsJob,
    concurrency: 1,
    handle: async ({ signal }) => {
      await purgeOrganizations(db, signal);
    },
  };
}

/** Closes an organisation whose last member is deleted, and queues the deletion of its data. */
export function createCloseOrganization(
  queue: Pick<JobQueue, 'enqueue'>,
): (tx: Tx, organizationId: string) => Promise<void> {
  return async (tx, organizationId) => {
    await markDeleted(tx, { organizationId, name: 'Deleted organisation' });
    await queue.enqueue(tx, purgeOrganizationsJob, { data: {} });
  };
}

const captureBatch = 500;
const rowBatch = 1_000;
const organizationsPerRun = 100;

/**
 * Deletes the data of deleted organisations in batches. A run that is killed is continued by the next
 * one; concurrent runs are safe.
 */
export async function purgeOrganizations(db: Database, signal?: AbortSignal): Promise<void> {
  for (const organizationId of await listToPurge(db, organizationsPerRun)) {
    const captures = { organizationId, limit: captureBatch };
    await inBatches(
      captureBatch,
      () => inTransaction(db, (tx) => purgeCaptures(tx, captures)),
      signal,
    );
    for (const table of batchedTables)
      await inBatches(
        rowBatch,
        () => purgeRows(db, { organizationId, table, limit: rowBatch }),
        signal,
      );
    signal?.throwIfAborted();
    await inTransaction(db, (tx) => purgeRest(tx, organizationId));
  }
}
