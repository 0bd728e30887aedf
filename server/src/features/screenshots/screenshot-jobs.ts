import { defineJob, type JobKind, type ScheduledJob } from '../../jobs/job.ts';

/** Data of both kinds of capture job; the job's id is the screenshot's. */
export interface ScreenshotJobData {
  readonly organizationId: string;
}

/** The end of a capture, whatever it waits for. */
export const captureDeadlineMs = 120_000;

const rules = {
  retryLimit: 2,
  retryDelaySeconds: 1,
  retryBackoff: true,
  // Above the deadline of a capture, so that only a worker that hangs is taken for dead by it.
  expireInSeconds: 180,
  heartbeatSeconds: 10,
} as const;

/** Captures nobody waits for. */
export const runScreenshotJob: JobKind<ScreenshotJobData> = defineJob({
  name: 'screenshot.run',
  ...rules,
});

/** Captures whose caller waits on the line; in a queue of their own, so that no backlog is before them. */
export const runScreenshotNowJob: JobKind<ScreenshotJobData> = defineJob({
  name: 'screenshot.run-now',
  ...rules,
});

/** Ends what lost its worker and clears what is left over. */
export const sweepScreenshotsJob: JobKind<object> = defineJob({
  name: 'screenshot.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 300,
});

/** Once a minute. */
export const sweepScreenshotsSchedule: ScheduledJob = {
  kind: sweepScreenshotsJob,
  cron: '* * * * *',
};
