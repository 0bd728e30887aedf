import type { JobHandler } from '../../jobs/job.ts';
import { sweepScreenshotsJob } from './screenshot-jobs.ts';
import type { Sweep } from './sweep.service.ts';

/** Works on the sweep that starts itself every minute. */
export function sweepScreenshotsHandler({ sweep }: Sweep): JobHandler {
  return {
    kind: sweepScreenshotsJob,
    concurrency: 1,
    handle: async () => {
      await sweep();
    },
  };
}
