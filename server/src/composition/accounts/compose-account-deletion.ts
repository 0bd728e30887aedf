import type { PasswordHasher } from '../../adapters/passwords/argon2-passwords.ts';
import { deleteDueAccounts } from '../../features/accounts/deletion/delete-due-accounts.service.ts';
import {
  deleteAccountsHandler,
  deleteAccountsSchedule,
} from '../../features/accounts/deletion/deletion.jobs.ts';
import { deletionRoutes } from '../../features/accounts/deletion/deletion.routes.ts';
import { createScheduleDeletion } from '../../features/accounts/deletion/schedule-deletion.service.ts';
import type { SubscriptionService } from '../../features/billing/subscription.service.ts';
import type { MailService } from '../../features/mail/mail.service.ts';
import {
  createCloseOrganization,
  purgeOrganizationsHandler,
  purgeOrganizationsSchedule,
} from '../../features/organizations/deletion/purge-organizations.service.ts';
import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';

/** Builds the deletion of accounts and of organisations without members. */
export function composeAccountDeletion({
  data: { db },
  queue,
  logger,
  passwords,
  enqueueMail,
  endRenewal,
}: Pick<ModuleContext, 'data' | 'queue' | 'logger'> &
  Pick<MailService, 'enqueueMail'> &
  Pick<SubscriptionService, 'endRenewal'> & {
    readonly passwords: PasswordHasher;
  }): FeatureModule {
  const shared = { db, enqueueMail, endRenewal };
  const deps = { ...shared, logger, closeOrganization: createCloseOrganization(queue) };
  return {
    routes: deletionRoutes(createScheduleDeletion({ ...shared, passwords })),
    handlers: [
      deleteAccountsHandler((signal) => deleteDueAccounts(deps, signal)),
      purgeOrganizationsHandler(db),
    ],
    schedules: [deleteAccountsSchedule, purgeOrganizationsSchedule],
  };
}
