import { webhookLimits } from '@shotwright/contract';
import { inTransaction, type Database } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/job.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import {
  listOverdue,
  removeOldDeliveries,
  replaceJob,
  type OverdueDelivery,
} from './deliveries/delivery-attempts.store.ts';
import { removeUnusedRequestWebhooks } from './endpoints/request-webhooks.store.ts';
import { enqueueAttempt } from './deliveries/enqueue-attempt.ts';
import { deliverSlowWebhookJob, deliverWebhookJob } from './webhooks.jobs.ts';

/** Requeues deliveries that lost their job, deletes old ones and unused webhooks of requests. */
export interface SweepWebhooks {
  /** Safe to run at any time and concurrently. */
  sweep(): Promise<{ readonly requeued: number; readonly forgotten: number }>;
}

const batchSize = 500;

interface SweepDependencies {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'enqueue' | 'findEnded'>;
  readonly logger: Logger;
}

/** Creates a {@link SweepWebhooks} that works in batches. */
export function createSweepWebhooks(deps: SweepDependencies): SweepWebhooks {
  const { db, logger } = deps;
  return {
    sweep: async () => {
      const requeued = await requeueLostDeliveries(deps);
      if (requeued > 0) logger.warn({ requeued }, 'requeued deliveries without a job');
      const forgotten = await removeOldDeliveries(db, {
        days: webhookLimits.keptDays,
        limit: 10 * batchSize,
      });
      await removeUnusedRequestWebhooks(db, { days: webhookLimits.keptDays, limit: batchSize });
      return { requeued, forgotten };
    },
  };
}

/** Reads all overdue deliveries, because those of a slow webhook may be overdue for days with their jobs. */
async function requeueLostDeliveries(deps: SweepDependencies): Promise<number> {
  const { db, queue } = deps;
  let total = 0;
  let after: OverdueDelivery | undefined;
  do {
    const overdue: OverdueDelivery[] = await listOverdue(db, { after, limit: batchSize });
    const jobIds = overdue.map(({ jobId }) => jobId);
    const lost = new Set(
      jobIds.length === 0
        ? []
        : await queue.findEnded(db, [deliverWebhookJob, deliverSlowWebhookJob], jobIds),
    );
    for (const delivery of overdue) {
      if (lost.has(delivery.jobId) && (await requeue(deps, delivery))) total += 1;
    }
    after = overdue.length === batchSize ? overdue.at(-1) : undefined;
  } while (after);
  return total;
}

function requeue(
  { db, queue }: SweepDependencies,
  { id, organizationId, jobId: oldJobId, url: webhookUrl }: OverdueDelivery,
): Promise<boolean> {
  const jobId = newId();
  return inTransaction(db, async (tx) => {
    if (!(await replaceJob(tx, { organizationId, id, oldJobId, jobId }))) return false;
    await enqueueAttempt(tx, queue, { organizationId, deliveryId: id, jobId, webhookUrl });
    return true;
  });
}
