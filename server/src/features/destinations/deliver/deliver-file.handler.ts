import type { PlanTier } from '@shotwright/contract';
import type { JobHandler } from '../../../jobs/job.ts';
import { deliverFileJob, type DeliverFileData } from './deliver-file.jobs.ts';
import type { DeliverFile } from './deliver-file.service.ts';

const perOrganization = 2;
const sameForAll: Readonly<Record<PlanTier, number>> = {
  free: perOrganization,
  basic: perOrganization,
  advanced: perOrganization,
  lifetime: perOrganization,
  enterprise: perOrganization,
};

/** Handles {@link deliverFileJob}. */
export function deliverFileHandler(service: DeliverFile): JobHandler<DeliverFileData> {
  return {
    kind: deliverFileJob,
    concurrency: 8,
    groupConcurrency: sameForAll,
    handle: ({ id, data, signal }) => service.deliver({ ...data, jobId: id, signal }),
    onLost: ({ id, data }) => service.abandon({ ...data, jobId: id }),
  };
}
