import type { Db } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/job.ts';
import type { Lane } from './lane.rules.ts';
import { deliverSlowWebhookJob, deliverWebhookJob } from './webhook-jobs.ts';

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
    /** Default: at once. */
    readonly delaySeconds?: number;
  },
): Promise<void> {
  const { organizationId, deliveryId, jobId, webhookUrl, lane, delaySeconds = 0 } = input;
  await queue.enqueue(db, lane === 'slow' ? deliverSlowWebhookJob : deliverWebhookJob, {
    data: { organizationId, deliveryId },
    options: {
      id: jobId,
      // Turns are taken per receiver: a slow one holds up nobody but itself.
      group: { organizationId: `${organizationId} ${new URL(webhookUrl).host}`, tier: 'free' },
      ...(delaySeconds > 0 && { startAfterSeconds: Math.ceil(delaySeconds) }),
    },
  });
}
