import { webhookLimits } from '@shotwright/contract';
import { inPipeline, type Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { newId } from '../../../lib/ids.ts';
import {
  insertDeliveries,
  listMatches,
  type MatchingWebhook,
  type NewDelivery,
} from './enqueue-deliveries.store.ts';
import { enqueueAttempt } from './enqueue-attempt.ts';
import { eventBodyOf, eventTypeOf, type EventLinks } from '../events/webhook-event.present.ts';

/**
 * Creates the deliveries of a screenshot's end for every subscribed webhook, in the transaction
 * that ends it.
 */
export type EnqueueDeliveries = (
  tx: Tx,
  ended: { readonly organizationId: string; readonly id: string },
) => Promise<void>;

/**
 * Creates an {@link EnqueueDeliveries}: one delivery and one job per webhook; nothing is sent before the
 * commit.
 */
export function createEnqueueDeliveries(deps: {
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly links: EventLinks;
}): EnqueueDeliveries {
  return async (tx, ended) => {
    const { organizationId, id: screenshotId } = ended;
    const matches = withoutRepeats(await listMatches(tx, ended));
    const [first] = matches;
    if (!first) return;
    await insertNewDeliveries(tx, deps.queue, {
      organizationId,
      screenshotId,
      batchId: null,
      eventType: eventTypeOf(first),
      maxAttempts: webhookLimits.attempts,
      body: eventBodyOf(first, deps.links),
      webhooks: matches,
    });
  };
}

/** Inserts one delivery of an event for each webhook, with its job. */
export async function insertNewDeliveries(
  tx: Tx,
  queue: Pick<JobQueue, 'enqueue'>,
  {
    webhooks,
    ...event
  }: Omit<NewDelivery, 'id' | 'jobId' | 'webhookId'> & {
    readonly webhooks: readonly MatchingWebhook[];
  },
): Promise<void> {
  if (webhooks.length === 0) return;
  const { organizationId } = event;
  const deliveries = webhooks.map((webhook) => ({
    ...event,
    ...webhook,
    id: newId(),
    jobId: newId(),
  }));
  await inPipeline(tx, [
    (open) => insertDeliveries(open, deliveries),
    async (open) => {
      for (const { id, jobId, webhookUrl, isSlow } of deliveries) {
        const lane = isSlow ? 'slow' : 'main';
        const attempt = { organizationId, deliveryId: id, jobId, webhookUrl, lane } as const;
        await enqueueAttempt(open, queue, attempt);
      }
    },
  ]);
}

/** A URL that is registered and named by the request is notified once, as registered. */
export function withoutRepeats<T extends MatchingWebhook>(matches: readonly T[]): readonly T[] {
  const registered = new Set(
    matches.filter(({ isOfRequest }) => !isOfRequest).map(({ webhookUrl }) => webhookUrl),
  );
  return matches.filter(
    ({ isOfRequest, webhookUrl }) => !isOfRequest || !registered.has(webhookUrl),
  );
}
