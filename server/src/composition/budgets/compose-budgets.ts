import { alertBudgetsHandler, alertBudgetsJob } from '../../features/budgets/budgets.jobs.ts';
import { budgetsRoutes } from '../../features/budgets/budgets.routes.ts';
import { createBudgetsService } from '../../features/budgets/budgets.service.ts';
import { lockAccount } from '../../features/credits/credits.store.ts';
import type { MailService } from '../../features/mail/mail.service.ts';
import { lockWaiting } from '../../features/screenshots/request/insert-screenshot.store.ts';
import type { Tx } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/job.ts';
import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';

/** Queues the due alerts of an organisation's budgets in the caller's transaction. */
export type EnqueueAlerts = (tx: Tx, organizationId: string) => Promise<void>;

/** Returns an {@link EnqueueAlerts}; without billing it does nothing. */
export function createEnqueueAlerts(queue: JobQueue, isBillingOn: boolean): EnqueueAlerts {
  return async (tx, organizationId) => {
    if (isBillingOn) await queue.enqueue(tx, alertBudgetsJob, { data: { organizationId } });
  };
}

/** Builds the budgets of projects and API keys. */
export function composeBudgets({
  data: { db },
  enqueueAlerts,
  enqueueMail,
}: Pick<ModuleContext, 'data'> &
  Pick<MailService, 'enqueueMail'> & { readonly enqueueAlerts: EnqueueAlerts }): FeatureModule {
  return {
    routes: budgetsRoutes(createBudgetsService({ db, lockWaiting, lockAccount, enqueueAlerts })),
    handlers: [alertBudgetsHandler({ db, enqueueMail })],
    schedules: [],
  };
}
