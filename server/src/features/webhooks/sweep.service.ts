import { webhookLimits } from '@shotwright/contract';
import { inTransaction, type Database } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/job.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import {
  listOverdue,
  removeOldDeliveries,
  replaceJob,
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

/** Creates a {@link SweepWebhooks} that works in batches. */
export function createSweepWebhooks(deps: {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'enqueue' | 'findEnded'>;
  readonly logger: Logger;
}): SweepWebhooks {
  const { db, queue, logger } = deps;
  return {
    sweep: async () => {
      const overdue = await listOverdue(db, batchSize);
      const jobIds = overdue.map((delivery) => delivery.jobId);
      const lost = new Set(
        jobIds.length === 0
          ? []
          : await queue.findEnded(db, [deliverWebhookJob, deliverSlowWebhookJob], jobIds),
      );
      let requeued = 0;
      for (const { id, organizationId, jobId: oldJobId, url } of overdue) {
        if (!lost.has(oldJobId)) continue;
        const jobId = newId();
        const isReplaced = await inTransaction(db, async (tx) => {
          if (!(await replaceJob(tx, { organizationId, id, oldJobId, jobId }))) return false;
          await enqueueAttempt(tx, queue, {
            organizationId,
            deliveryId: id,
            jobId,
            webhookUrl: url,
          });
          return true;
        });
        if (isReplaced) requeued += 1;
      }
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
