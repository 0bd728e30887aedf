import { defineJob, type JobHandler, type ScheduledJob } from '../../jobs/job.ts';
import type { OrganizationsService } from './organizations.service.ts';

/** Job that starts the next credit cycle of organisations whose cycle has ended. */
export const renewCyclesJob = defineJob<object>({
  name: 'organizations.renew-cycles',
  retryLimit: 3,
  retryDelaySeconds: 30,
  retryBackoff: true,
  expireInSeconds: 300,
});

/** Every five minutes, which is the maximum delay of a cycle. */
export const renewCyclesSchedule: ScheduledJob = { kind: renewCyclesJob, cron: '*/5 * * * *' };

/** Handles {@link renewCyclesJob}. */
export function renewCyclesHandler(service: OrganizationsService): JobHandler {
  return {
    kind: renewCyclesJob,
    concurrency: 1,
    handle: async () => {
      await service.renewEndedCycles();
    },
  };
}
