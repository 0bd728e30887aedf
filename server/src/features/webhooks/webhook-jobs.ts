import { defineJob, type JobKind, type ScheduledJob } from '../../jobs/job.ts';

/** Data of a delivery's job; the job's id names the attempt. */
export interface DeliverWebhookData {
  readonly organizationId: string;
  readonly deliveryId: string;
}

const deliverSettings = {
  retryLimit: 10,
  retryDelaySeconds: 2,
  retryBackoff: true,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
} as const;

/**
 * One attempt at one delivery. The schedule of attempts is ours; the queue tries again only what threw or lost its
 * worker, and then the same delivery is sent with the same id.
 */
export const deliverWebhookJob: JobKind<DeliverWebhookData> = defineJob({
  name: 'webhook.deliver',
  ...deliverSettings,
});

/** The same for webhooks that were slow lately: a queue of its own, so that they take no turn from the others. */
export const deliverSlowWebhookJob: JobKind<DeliverWebhookData> = defineJob({
  name: 'webhook.deliver_slow',
  ...deliverSettings,
});

/** Sends what lost its job and forgets what is old. */
export const sweepWebhooksJob: JobKind<object> = defineJob({
  name: 'webhook.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 300,
});

/** Once a minute. */
export const sweepWebhooksSchedule: ScheduledJob = { kind: sweepWebhooksJob, cron: '* * * * *' };
