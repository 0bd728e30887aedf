import { defineJob, type JobHandler, type ScheduledJob } from '../../jobs/job.ts';
import type { WarningsService } from './warnings.service.ts';

/** Job that warns accounts whose credits or storage are nearly used up. */
export const warnUsageJob = defineJob<object>({
  name: 'usage.warn',
  retryLimit: 3,
  retryDelaySeconds: 30,
  retryBackoff: true,
  expireInSeconds: 300,
});

/** Every five minutes; independent of captures, which never wait for it. */
export const warnUsageSchedule: ScheduledJob = { kind: warnUsageJob, cron: '*/5 * * * *' };

/** Handles {@link warnUsageJob}. */
export function warnUsageHandler(service: WarningsService): JobHandler {
  return {
    kind: warnUsageJob,
    concurrency: 1,
    handle: async () => {
      await service.sendDueWarnings();
    },
  };
}
