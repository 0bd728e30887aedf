import type { Database } from '../../db/transaction.ts';
import { defineJob, type JobHandler, type ScheduledJob } from '../../jobs/job.ts';
import { sweepAccounts } from './sweep.service.ts';

/** Nightly cleanup of the accounts feature. */
export const sweepAccountsKind = defineJob<object>({
  name: 'accounts.sweep',
  retryLimit: 2,
  retryDelaySeconds: 60,
  retryBackoff: false,
  expireInSeconds: 600,
});

/** Cron schedule of {@link sweepAccountsKind}. */
export const sweepAccountsSchedule: ScheduledJob = { kind: sweepAccountsKind, cron: '17 3 * * *' };

/** Handles {@link sweepAccountsKind}. */
export function sweepAccountsJob(db: Database): JobHandler {
  return { kind: sweepAccountsKind, concurrency: 1, handle: () => sweepAccounts(db) };
}
