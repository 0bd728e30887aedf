import { webhookLimits, type Batch, type WebhookEvent } from '@shotwright/contract';
import type { Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { insertNewDeliveries, withoutRepeats } from './enqueue-deliveries.service.ts';
import { listEventMatches } from './enqueue-deliveries.store.ts';

/**
 * Creates the deliveries of a batch's end for every subscribed webhook and the one that its request
 * names, in the transaction that ends it.
 */
export type EnqueueBatchDeliveries = (
  tx: Tx,
  ended: {
    readonly organizationId: string;
    readonly webhookUrl: string | null;
    readonly batch: Batch;
  },
) => Promise<void>;

/** Creates an {@link EnqueueBatchDeliveries}. */
export function createEnqueueBatchDeliveries(deps: {
  readonly queue: Pick<JobQueue, 'enqueue'>;
}): EnqueueBatchDeliveries {
  return async (tx, { organizationId, webhookUrl, batch }) => {
    const { batchId, projectId } = batch;
    const eventType = 'batch.completed';
    const scope = { organizationId, projectId, webhookUrl };
    const matches = await listEventMatches(tx, { ...scope, eventType });
    const event: WebhookEvent = {
      type: eventType,
      timestamp: batch.finishedAt ?? batch.createdAt,
      livemode: batch.livemode,
      data: batch,
    };
    await insertNewDeliveries(tx, deps.queue, {
      organizationId,
      screenshotId: null,
      batchId,
      eventType: event.type,
      maxAttempts: webhookLimits.attempts,
      body: JSON.stringify(event),
      webhooks: withoutRepeats(matches),
    });
  };
}
