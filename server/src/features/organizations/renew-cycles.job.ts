import { defineJob, type JobHandler, type ScheduledJob } from '../../jobs/job.ts';
import type { OrganizationsService } from './organizations.service.ts';

/** Starts the next credit cycle where one has ended. */
export const renewCyclesJob = defineJob<object>({
  name: 'organizations.renew-cycles',
  retryLimit: 3,
  retryDelaySeconds: 30,
  retryBackoff: true,
  expireInSeconds: 300,
});

/** Every five minutes: a cycle is late by that much at most. */
export const renewCyclesSchedule: ScheduledJob = { kind: renewCyclesJob, cron: '*/5 * * * *' };

/** Works on {@link renewCyclesJob}. */
export function renewCyclesHandler(service: OrganizationsService): JobHandler {
  return {
    kind: renewCyclesJob,
    concurrency: 1,
    handle: async () => {
      await service.renewEndedCycles();
    },
  };
}
