import type { Database } from '../../db/transaction.ts';
import { defineJob, type JobHandler, type ScheduledJob } from '../../jobs/job.ts';
import { sweepAccounts } from './sweep.service.ts';

/** Nightly cleanup of the accounts feature. */
export const sweepAccountsJob = defineJob<object>({
  name: 'accounts.sweep',
  retryLimit: 2,
  retryDelaySeconds: 60,
  retryBackoff: false,
  expireInSeconds: 600,
});

/** Cron schedule of {@link sweepAccountsJob}. */
export const sweepAccountsSchedule: ScheduledJob = { kind: sweepAccountsJob, cron: '17 3 * * *' };

/** Handles {@link sweepAccountsJob}. */
export function sweepAccountsHandler(db: Database): JobHandler {
  return { kind: sweepAccountsJob, concurrency: 1, handle: () => sweepAccounts(db) };
}

/** Job that looks up the account's sign-in method and mails the matching instructions. */
export const resetMailJob = defineJob<{ readonly email: string }>({
  name: 'accounts.reset-mail',
  retryLimit: 5,
  retryDelaySeconds: 5,
  retryBackoff: true,
  expireInSeconds: 60,
});

/** Handles {@link resetMailJob}. */
export function resetMailHandler(service: {
  mailReset(email: string): Promise<void>;
}): JobHandler<{ readonly email: string }> {
  return {
    kind: resetMailJob,
    concurrency: 2,
    handle: ({ data }) => service.mailReset(data.email),
  };
}
