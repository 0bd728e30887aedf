import { webhookLimits, type ChangeEventData, type WebhookEvent } from '@shotwright/contract';
import type { Tx } from '../../../db/transaction.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { insertNewDeliveries } from './enqueue-deliveries.service.ts';
import { listEventMatches } from './enqueue-deliveries.store.ts';

/** A change that a schedule has found. */
export interface ScreenshotChange extends Omit<ChangeEventData, 'statusUrl' | 'comparisonUrl'> {
  readonly organizationId: string;
}

/**
 * Creates the deliveries of a change for every subscribed webhook, in the transaction that ends the
 * run of the schedule.
 */
export type EnqueueChangeDeliveries = (tx: Tx, change: ScreenshotChange) => Promise<void>;

/** Creates an {@link EnqueueChangeDeliveries}. */
export function createEnqueueChangeDeliveries({
  queue,
  clock,
  publicUrl,
}: {
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}): EnqueueChangeDeliveries {
  return async (tx, { organizationId, ...change }) => {
    const { projectId, screenshotId, previousScreenshotId } = change;
    const eventType = 'screenshot.changed';
    const webhooks = await listEventMatches(tx, {
      organizationId,
      projectId,
      eventType,
      webhookUrl: null,
    });
    const event: WebhookEvent = {
      type: eventType,
      timestamp: clock.now().toISOString(),
      livemode: true,
      data: {
        ...change,
        statusUrl: `${publicUrl}/api/v1/screenshots/${screenshotId}`,
        comparisonUrl: `${publicUrl}/dashboard/compare?a=${previousScreenshotId}&b=${screenshotId}`,
      },
    };
    await insertNewDeliveries(tx, queue, {
      organizationId,
      screenshotId,
      batchId: null,
      eventType,
      maxAttempts: webhookLimits.attempts,
      body: JSON.stringify(event),
      webhooks,
    });
  };
}
