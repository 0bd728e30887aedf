import { defineJob, type JobHandler, type ScheduledJob } from '../../jobs/job.ts';
import type { WarningsService } from './warnings.service.ts';

/** Warns accounts whose credits or storage come to their end. */
export const warnUsageJob = defineJob<object>({
  name: 'usage.warn',
  retryLimit: 3,
  retryDelaySeconds: 30,
  retryBackoff: true,
  expireInSeconds: 300,
});

/** Every five minutes: apart from captures, which never wait for it. */
export const warnUsageSchedule: ScheduledJob = { kind: warnUsageJob, cron: '*/5 * * * *' };

/** Works on {@link warnUsageJob}. */
export function warnUsageHandler(service: WarningsService): JobHandler {
  return {
    kind: warnUsageJob,
    concurrency: 1,
    handle: async () => {
      await service.sendDueWarnings();
    },
  };
}
