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

/** Sends the daily emails about schedules. */
export const scheduleDigestJob: JobKind<object> = defineJob({
  name: 'schedule.digest',
  retryLimit: 5,
  retryDelaySeconds: 60,
  retryBackoff: true,
  expireInSeconds: 600,
});

/** Runs every day at 7:00 UTC. */
export const scheduleDigestSchedule: ScheduledJob = { kind: scheduleDigestJob, cron: '0 7 * * *' };

/** Handles {@link scheduleDigestJob}. */
export function scheduleDigestHandler(sendDigests: () => Promise<void>): JobHandler {
  return { kind: scheduleDigestJob, concurrency: 1, handle: () => sendDigests() };
}

/** Time for which a job follows captures; the next minute's job continues. */
const followMs = 45_000;
const pollMs = 1_000;

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
