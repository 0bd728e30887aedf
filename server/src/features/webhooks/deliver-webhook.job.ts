import type { JobHandler } from '../../jobs/job.ts';
import type { DeliverWebhook } from './deliver-webhook.service.ts';
import { deliverWebhookJob, type DeliverWebhookData } from './webhook-jobs.ts';

/** Deliveries at a time in this process. More than all receivers of one organisation can take. */
const concurrency = 64;
/** Of them to one receiver: a slow one holds up nobody else. */
const perReceiver = 2;

/** Works on deliveries. */
export function deliverWebhookHandler(service: DeliverWebhook): JobHandler<DeliverWebhookData> {
  return {
    kind: deliverWebhookJob,
    concurrency,
    groupConcurrency: {
      free: perReceiver,
      basic: perReceiver,
      advanced: perReceiver,
      lifetime: perReceiver,
      enterprise: perReceiver,
    },
    handle: ({ id, data, signal }) => service.deliver({ ...data, jobId: id, signal }),
  };
}
