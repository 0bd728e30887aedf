import { requestLogLimits } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { defineJob, type JobHandler, type JobKind, type ScheduledJob } from '../../jobs/job.ts';
import type { Clock } from '../../lib/clock.ts';
import { firstIdAt } from '../../lib/ids.ts';
import { inBatches } from '../../lib/in-batches.ts';
import type { Logger } from '../../lib/logger.ts';
import { listLargeLogs, removeRequestsBefore, removeRequestsBeyond } from './request-log.store.ts';

/** Deletes old calls from the request log. */
export const removeOldRequestsJob: JobKind<object> = defineJob({
  name: 'requests.remove_old',
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryBackoff: true,
  expireInSeconds: 3_600,
  heartbeatSeconds: 30,
});

/** Runs every hour. */
export const removeOldRequestsSchedule: ScheduledJob = {
  kind: removeOldRequestsJob,
  cron: '40 * * * *',
};

/** Handles {@link removeOldRequestsJob}. */
export function removeOldRequestsHandler(
  deps: RemovalDependencies & { readonly logger: Logger },
): JobHandler {
  return {
    kind: removeOldRequestsJob,
    concurrency: 1,
    handle: async ({ signal }) => {
      const removed = await removeOldRequests({ ...deps, signal });
      if (removed > 0) deps.logger.info({ removed }, 'deleted old calls from the request log');
    },
  };
}

interface RemovalDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

const batchSize = 2_000;
const dayMs = 86_400_000;

/**
 * Deletes calls after their retention and those beyond the limit of an organisation, in batches.
 * Safe to run concurrently; returns their number.
 */
export async function removeOldRequests(
  input: RemovalDependencies & {
    readonly signal?: AbortSignal;
    readonly limits?: { readonly keptDays: number; readonly keptCalls: number };
  },
): Promise<number> {
  const { db, clock, signal, limits = requestLogLimits } = input;
  const limit = batchSize;
  const before = firstIdAt(clock.now().getTime() - limits.keptDays * dayMs);
  let total = await inBatches(limit, () => removeRequestsBefore(db, { before, limit }), signal);
  const count = limits.keptCalls;
  for (const { organizationId } of await listLargeLogs(db, { count })) {
    const remove = () => removeRequestsBeyond(db, { organizationId, count, limit });
    total += await inBatches(limit, remove, signal);
  }
  return total;
}
