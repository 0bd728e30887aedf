import { inEveryPlan, type JobHandler } from '../../../jobs/job.ts';
import { deliverFileJob, type DeliverFileData } from './deliver-file.jobs.ts';
import type { DeliverFile } from './deliver-file.service.ts';

const perOrganization = 2;

/** Handles {@link deliverFileJob}. */
export function deliverFileHandler(service: DeliverFile): JobHandler<DeliverFileData> {
  return {
    kind: deliverFileJob,
    concurrency: 8,
    groupConcurrency: inEveryPlan(perOrganization),
    handle: ({ id, data, signal }) => service.deliver({ ...data, jobId: id, signal }),
    onLost: ({ id, data }) => service.abandon({ ...data, jobId: id }),
  };
}
