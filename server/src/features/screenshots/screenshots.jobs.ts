import { defineJob, type JobHandler, type JobKind, type ScheduledJob } from '../../jobs/job.ts';

/** Data of both kinds of capture job; the job's id is the screenshot's. */
export interface ScreenshotJobData {
  readonly organizationId: string;
}

/** Deadline of a capture, including all of its waits. */
export const captureDeadlineMs = 120_000;

const rules = {
  retryLimit: 2,
  retryDelaySeconds: 1,
  retryBackoff: true,
  // Above the deadline of a capture, so that only a hanging worker exceeds it.
  expireInSeconds: 180,
  heartbeatSeconds: 10,
} as const;

/** Asynchronous captures. */
export const runScreenshotJob: JobKind<ScreenshotJobData> = defineJob({
  name: 'screenshot.run',
  ...rules,
});

/**
 * Synchronous captures, whose caller waits for the end; in a separate queue, so that no backlog
 * delays them.
 */
export const runScreenshotNowJob: JobKind<ScreenshotJobData> = defineJob({
  name: 'screenshot.run-now',
  ...rules,
});

/** Captures of test mode; in a separate queue, so that they and live captures never wait for each other. */
export const runTestScreenshotJob: JobKind<ScreenshotJobData> = defineJob({
  name: 'screenshot.run-test',
  ...rules,
});

/** Every kind of capture job. */
export const captureJobs = [runScreenshotJob, runScreenshotNowJob, runTestScreenshotJob] as const;

/** Returns the kind of a capture's job. `waitMs`: time that its caller waits for the end. */
export function captureJobOf({
  isTest,
  waitMs,
}: {
  readonly isTest: boolean;
  readonly waitMs: number;
}): JobKind<ScreenshotJobData> {
  if (isTest) return runTestScreenshotJob;
  return waitMs > 0 ? runScreenshotNowJob : runScreenshotJob;
}

/** Ends captures that lost their worker and deletes leftovers. */
export const sweepScreenshotsJob: JobKind<object> = defineJob({
  name: 'screenshot.sweep',
  retryLimit: 0,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 300,
});

/** Runs every minute. */
export const sweepScreenshotsSchedule: ScheduledJob = {
  kind: sweepScreenshotsJob,
  cron: '* * * * *',
};

/** Handles {@link sweepScreenshotsJob}. */
export function sweepScreenshotsHandler({ sweep }: { sweep(): Promise<unknown> }): JobHandler {
  return {
    kind: sweepScreenshotsJob,
    concurrency: 1,
    handle: async () => {
      await sweep();
    },
  };
}
