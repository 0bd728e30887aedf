import type { Database } from '../../db/transaction.ts';
import { defineJob, type JobHandler, type ScheduledJob } from '../../jobs/job.ts';
import { sweepAccounts } from './sweep.service.ts';

/** The nightly clean-up of accounts. */
export const sweepAccountsKind = defineJob<object>({
  name: 'accounts.sweep',
  retryLimit: 2,
  retryDelaySeconds: 60,
  retryBackoff: false,
  expireInSeconds: 600,
});

/** When {@link sweepAccountsKind} runs. */
export const sweepAccountsSchedule: ScheduledJob = { kind: sweepAccountsKind, cron: '17 3 * * *' };

/** Works {@link sweepAccountsKind} off. */
export function sweepAccountsJob(db: Database): JobHandler {
  return { kind: sweepAccountsKind, concurrency: 1, handle: () => sweepAccounts(db) };
}
