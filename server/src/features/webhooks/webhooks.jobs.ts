import { defineJob, type JobHandler, type JobKind, type ScheduledJob } from '../../jobs/job.ts';

/** Data of a delivery's job; the job's id identifies the attempt. */
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
 * One attempt at one delivery. The schedule of attempts is ours; the queue retries only a job that
 * threw or lost its worker, and then the same delivery is sent with the same id.
 */
export const deliverWebhookJob: JobKind<DeliverWebhookData> = defineJob({
  name: 'webhook.deliver',
  ...deliverSettings,
});

/**
 * The same for webhooks that were slow recently, in a separate queue, so that they do not delay the
 * others.
 */
export const deliverSlowWebhookJob: JobKind<DeliverWebhookData> = defineJob({
  name: 'webhook.deliver_slow',
  ...deliverSettings,
});

/** Requeues deliveries that lost their job and deletes old ones. */
export const sweepWebhooksJob: JobKind<object> = defineJob({
  name: 'webhook.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 300,
});

/** Runs every minute. */
export const sweepWebhooksSchedule: ScheduledJob = { kind: sweepWebhooksJob, cron: '* * * * *' };

/** Handles {@link sweepWebhooksJob}. */
export function sweepWebhooksHandler({ sweep }: { sweep(): Promise<unknown> }): JobHandler {
  return {
    kind: sweepWebhooksJob,
    concurrency: 1,
    handle: async () => {
      await sweep();
    },
  };
}
