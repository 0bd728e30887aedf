import { inTransaction, type Database, type Db } from '../../db/transaction.ts';
import { defineJob, type JobHandler, type ScheduledJob } from '../../jobs/job.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Mail } from '../mail/mail.ts';
import { takeDueNotices } from './expiry-notices.store.ts';

/** Job that tells owners and admins of API keys that expire soon. */
export const noticeExpiryJob = defineJob<object>({
  name: 'api-keys.notice-expiry',
  retryLimit: 3,
  retryDelaySeconds: 30,
  retryBackoff: true,
  expireInSeconds: 300,
});

/** Every hour. */
export const noticeExpirySchedule: ScheduledJob = { kind: noticeExpiryJob, cron: '17 * * * *' };

/**
 * Handles {@link noticeExpiryJob}. Notices are marked and their emails queued in one transaction, so that
 * each is sent once, also after a retry.
 */
export function noticeExpiryHandler({
  db,
  clock,
  enqueueMail,
}: {
  readonly db: Database;
  readonly clock: Clock;
  /** Queues an email in the caller's transaction. */
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}): JobHandler {
  return {
    kind: noticeExpiryJob,
    concurrency: 1,
    handle: () =>
      inTransaction(db, async (tx) => {
        for (const notice of await takeDueNotices(tx, clock.now())) {
          const { email: to, firstName, name } = notice;
          const expiresAt = notice.expiresAt.toISOString();
          await enqueueMail(tx, { template: 'key_expiry', to, firstName, name, expiresAt });
        }
      }),
  };
}
