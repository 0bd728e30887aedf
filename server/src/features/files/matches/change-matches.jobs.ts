import { defineJob, inEveryPlan, type JobHandler, type JobKind } from '../../../jobs/job.ts';
import type { FileFilter } from '../search/list-page.service.ts';

/** An operation on all files of an organisation that match a filter. */
export interface ChangeMatchesData {
  readonly organizationId: string;
  readonly filter: Omit<FileFilter, 'organizationId'>;
  /** Only files older than this one. */
  readonly before: string;
  /** Project to move the files to; null deletes them. */
  readonly moveToProjectId: number | null;
}

/** Deletes or moves all files that match a filter. */
export const changeMatchesJob: JobKind<ChangeMatchesData> = defineJob({
  name: 'files.change_matches',
  retryLimit: 10,
  retryDelaySeconds: 5,
  retryBackoff: true,
  expireInSeconds: 3_600,
  heartbeatSeconds: 30,
});

/** Handles {@link changeMatchesJob}. */
export function changeMatchesHandler(
  change: (data: ChangeMatchesData, signal: AbortSignal) => Promise<void>,
): JobHandler<ChangeMatchesData> {
  return {
    kind: changeMatchesJob,
    concurrency: 2,
    // The operations of an organisation run one after the other.
    groupConcurrency: inEveryPlan(1),
    handle: ({ data, signal }) => change(data, signal),
  };
}
