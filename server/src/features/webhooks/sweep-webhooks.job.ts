import type { JobHandler } from '../../jobs/job.ts';
import type { SweepWebhooks } from './sweep.service.ts';
import { sweepWebhooksJob } from './webhooks.jobs.ts';

/** Handles {@link sweepWebhooksJob}, which is scheduled every minute. */
export function sweepWebhooksHandler({ sweep }: SweepWebhooks): JobHandler {
  return {
    kind: sweepWebhooksJob,
    concurrency: 1,
    handle: async () => {
      await sweep();
    },
  };
}
