import type { Db } from '../../../db/transaction.ts';
import { defineJob, type JobKind, type JobQueue } from '../../../jobs/job.ts';

/** Data of the job of a delivery. */
export interface DeliverFileData {
  readonly organizationId: string;
  readonly deliveryId: string;
}

/**
 * One attempt at the delivery of a file. The schedule of attempts is ours; the queue repeats only
 * a job that threw or lost its worker.
 */
export const deliverFileJob: JobKind<DeliverFileData> = defineJob({
  name: 'destination.deliver',
  retryLimit: 10,
  retryDelaySeconds: 5,
  retryBackoff: true,
  expireInSeconds: 180,
  heartbeatSeconds: 10,
});

/** Queues one attempt at a delivery whose row names `jobId`. */
export async function enqueueFileDelivery(
  db: Db,
  queue: Pick<JobQueue, 'enqueue'>,
  input: DeliverFileData & { readonly jobId: string; readonly delaySeconds?: number },
): Promise<void> {
  const { organizationId, deliveryId, jobId, delaySeconds = 0 } = input;
  await queue.enqueue(db, deliverFileJob, {
    data: { organizationId, deliveryId },
    options: {
      id: jobId,
      group: { organizationId, tier: 'free' },
      ...(delaySeconds > 0 && { startAfterSeconds: delaySeconds }),
    },
  });
}
