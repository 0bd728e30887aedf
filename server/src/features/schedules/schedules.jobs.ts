import { setTimeout } from 'node:timers/promises';
import { defineJob, type JobHandler, type JobKind, type ScheduledJob } from '../../jobs/job.ts';
import type { EndRuns } from './end-runs.service.ts';
import type { StartRuns } from './start-runs.service.ts';

/** Starts the runs that are due, and follows captures of runs until they end. */
export const runSchedulesJob: JobKind<object> = defineJob({
  name: 'schedule.run',
  retryLimit: 0,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 600,
  heartbeatSeconds: 10,
});

/** Runs every minute. */
export const runSchedulesSchedule: ScheduledJob = { kind: runSchedulesJob, cron: '* * * * *' };

/** Time for which a job follows captures; the next minute's job continues. */
const followMs = 45_000;
const pollMs = 2_000;

/** Handles {@link runSchedulesJob}. */
export function runSchedulesHandler({
  startRuns,
  endRuns,
}: {
  readonly startRuns: Pick<StartRuns, 'startDue'>;
  readonly endRuns: Pick<EndRuns, 'endCaptured'>;
}): JobHandler {
  return {
    kind: runSchedulesJob,
    concurrency: 1,
    handle: async ({ signal }) => {
      await startRuns.startDue();
      const until = performance.now() + followMs;
      while (!signal.aborted) {
        const hasMore = await endRuns.endCaptured(signal);
        if (!hasMore || performance.now() >= until) return;
        await setTimeout(pollMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
