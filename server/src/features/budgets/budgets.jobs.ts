import { inTransaction, type Database, type Db } from '../../db/transaction.ts';
import { defineJob, type JobHandler } from '../../jobs/job.ts';
import type { Mail } from '../mail/mail.ts';
import { recordAlerts, type DueAlert } from './alerts.store.ts';

/** Job that sends the due alerts of an organisation's budgets. */
export const alertBudgetsJob = defineJob<{ readonly organizationId: string }>({
  name: 'budgets.alert',
  retryLimit: 10,
  retryDelaySeconds: 10,
  retryBackoff: true,
  expireInSeconds: 60,
});

/**
 * Handles {@link alertBudgetsJob}. Alerts are recorded and their emails queued in one transaction, so that
 * each is sent once, also after a retry.
 */
export function alertBudgetsHandler({
  db,
  enqueueMail,
}: {
  readonly db: Database;
  /** Queues an email in the caller's transaction. */
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}): JobHandler<{ readonly organizationId: string }> {
  return {
    kind: alertBudgetsJob,
    concurrency: 2,
    handle: ({ data: { organizationId } }) =>
      inTransaction(db, async (tx) => {
        for (const alert of await recordAlerts(tx, organizationId))
          await enqueueMail(tx, mailOf(alert));
      }),
  };
}

function mailOf({ email, resetsAt, monthlyLimit, ...alert }: DueAlert): Mail {
  const time = resetsAt.toISOString();
  return {
    template: 'budget_alert',
    to: email,
    ...alert,
    limit: monthlyLimit,
    resetsAt: time,
    // The alert is obsolete once the next cycle has started.
    expiresAt: time,
  };
}
