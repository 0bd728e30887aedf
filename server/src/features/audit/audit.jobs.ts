import { auditLimits } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { defineJob, type JobHandler, type JobKind, type ScheduledJob } from '../../jobs/job.ts';
import type { Clock } from '../../lib/clock.ts';
import { firstIdAt } from '../../lib/ids.ts';
import { inBatches } from '../../lib/in-batches.ts';
import { removeAuditEventsBefore } from './audit.store.ts';

/** Deletes old events of the audit log. */
export const sweepAuditJob: JobKind<object> = defineJob({
  name: 'audit.sweep',
  retryLimit: 2,
  retryDelaySeconds: 60,
  retryBackoff: false,
  expireInSeconds: 600,
});

/** Runs every night. */
export const sweepAuditSchedule: ScheduledJob = { kind: sweepAuditJob, cron: '27 3 * * *' };

interface SweepDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

/** Handles {@link sweepAuditJob}. */
export function sweepAuditHandler(deps: SweepDependencies): JobHandler {
  return {
    kind: sweepAuditJob,
    concurrency: 1,
    handle: async ({ signal }) => {
      await removeOldAuditEvents({ ...deps, signal });
    },
  };
}

const batchSize = 2_000;
const dayMs = 86_400_000;

/** Deletes events after their retention, in batches; returns their number. */
export function removeOldAuditEvents(
  input: SweepDependencies & { readonly signal?: AbortSignal },
): Promise<number> {
  const { db, clock, signal } = input;
  const before = firstIdAt(clock.now().getTime() - auditLimits.keptDays * dayMs);
  return inBatches(
    batchSize,
    () => removeAuditEventsBefore(db, { before, limit: batchSize }),
    signal,
  );
}
