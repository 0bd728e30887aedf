import { inEveryPlan, type JobHandler } from '../../../jobs/job.ts';
import type { DeliverWebhook } from './deliver-webhook.service.ts';
import {
  deliverSlowWebhookJob,
  deliverWebhookJob,
  type DeliverWebhookData,
} from '../webhooks.jobs.ts';

/**
 * Concurrent deliveries in this process. A delivery waiting for its receiver costs a socket and a
 * few kilobytes, so there are enough for 25 organisations whose receivers all hang.
 */
const concurrency = 1_024;
/** Concurrent deliveries to one receiver, so that a slow one does not delay others. */
const perReceiver = 2;
const slowConcurrency = 512;
const perSlowReceiver = 1;

/** Handlers of deliveries: to webhooks in general, and to those that were slow recently. */
export function deliverWebhookHandlers(service: DeliverWebhook): JobHandler<DeliverWebhookData>[] {
  return [
    {
      kind: deliverWebhookJob,
      concurrency,
      groupConcurrency: inEveryPlan(perReceiver),
      handle: ({ id, data, signal }) =>
        service.deliver({ ...data, jobId: id, signal, lane: 'main' }),
    },
    {
      kind: deliverSlowWebhookJob,
      concurrency: slowConcurrency,
      groupConcurrency: inEveryPlan(perSlowReceiver),
      handle: ({ id, data, signal }) =>
        service.deliver({ ...data, jobId: id, signal, lane: 'slow' }),
    },
  ];
}
