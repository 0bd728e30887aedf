import { defineJob, type JobHandler, type ScheduledJob } from '../../../jobs/job.ts';

/** Job that deletes the accounts whose deletion is due. */
export const deleteAccountsJob = defineJob<object>({
  name: 'accounts.delete-due',
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryBackoff: true,
  expireInSeconds: 1_800,
  heartbeatSeconds: 30,
});

/** Runs every ten minutes. */
export const deleteAccountsSchedule: ScheduledJob = {
  kind: deleteAccountsJob,
  cron: '*/10 * * * *',
};

/** Handles {@link deleteAccountsJob}. */
export function deleteAccountsHandler(
  deleteDue: (signal: AbortSignal) => Promise<unknown>,
): JobHandler {
  return {
    kind: deleteAccountsJob,
    concurrency: 1,
    handle: async ({ signal }) => {
      await deleteDue(signal);
    },
  };
}
