import type { JobHandler } from '../../../jobs/job.ts';
import { sweepScreenshotsJob } from '../screenshots.jobs.ts';
import type { Sweep } from './sweep.service.ts';

/** Handles {@link sweepScreenshotsJob}, which is scheduled every minute. */
export function sweepScreenshotsHandler({ sweep }: Sweep): JobHandler {
  return {
    kind: sweepScreenshotsJob,
    concurrency: 1,
    handle: async () => {
      await sweep();
    },
  };
}
