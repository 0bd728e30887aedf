import type { Db } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import type { Lane } from './lane.rules.ts';
import { deliverSlowWebhookJob, deliverWebhookJob } from '../webhooks.jobs.ts';

/** Queues one attempt at a delivery whose row names `jobId`. */
export async function enqueueAttempt(
  db: Db,
  queue: Pick<JobQueue, 'enqueue'>,
  input: {
    readonly organizationId: string;
    readonly deliveryId: string;
    readonly jobId: string;
    readonly webhookUrl: string;
    /** Default: main. */
    readonly lane?: Lane;
    /** Default: immediately. */
    readonly delaySeconds?: number;
  },
): Promise<void> {
  const { organizationId, deliveryId, jobId, webhookUrl, lane, delaySeconds = 0 } = input;
  await queue.enqueue(db, lane === 'slow' ? deliverSlowWebhookJob : deliverWebhookJob, {
    data: { organizationId, deliveryId },
    options: {
      id: jobId,
      // Concurrency is limited per receiver, so that a slow one delays only itself.
      group: { organizationId: `${organizationId} ${new URL(webhookUrl).host}`, tier: 'free' },
      ...(delaySeconds > 0 && { startAfterSeconds: Math.ceil(delaySeconds) }),
    },
  });
}
