import { defineJob, type JobHandler, type JobKind, type JobRun } from '../../../jobs/job.ts';

/** Makes the PDF of a report; the job's id is the PDF's. */
export const renderReportJob: JobKind<object> = defineJob({
  name: 'report.render',
  retryLimit: 1,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 180,
  heartbeatSeconds: 10,
});

/** Handles {@link renderReportJob}; one at a time, because the images of a report are in memory. */
export function renderReportHandler(deps: {
  readonly renderReport: (run: Pick<JobRun<object>, 'id' | 'signal'>) => Promise<void>;
  readonly fail: (pdfId: string) => Promise<void>;
}): JobHandler {
  return {
    kind: renderReportJob,
    concurrency: 1,
    onLost: ({ id }) => deps.fail(id),
    handle: async (run) => {
      try {
        await deps.renderReport(run);
      } catch (error) {
        if (run.retryCount >= renderReportJob.retryLimit && !run.signal.aborted)
          await deps.fail(run.id);
        throw error;
      }
    },
  };
}
