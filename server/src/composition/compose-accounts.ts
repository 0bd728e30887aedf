import type { Adapters } from './compose-adapters.ts';
import type { Infrastructure } from './open-infrastructure.ts';
import type { Config } from '../config/config.ts';
import { createAccounts, type Accounts } from '../features/accounts/accounts.ts';
import type { CreditsService } from '../features/credits/credits.service.ts';
import { createMailService, type MailService } from '../features/mail/mail.service.ts';
import { sendMailHandler } from '../features/mail/mail.jobs.ts';
import { createCyclesService } from '../features/organizations/cycles.service.ts';
import { createOrganizationsService } from '../features/organizations/organizations.service.ts';
import { databaseNow } from '../features/organizations/organizations.store.ts';
import { createPlansService, type PlansService } from '../features/organizations/plans.service.ts';
import {
  renewCyclesHandler,
  renewCyclesSchedule,
} from '../features/organizations/organizations.jobs.ts';
import { logStaffAction } from '../features/staff/staff-actions.ts';
import { usageRoutes } from '../features/usage/usage.routes.ts';
import { createUsageService } from '../features/usage/usage.service.ts';
import { warnUsageHandler, warnUsageSchedule } from '../features/usage/usage.jobs.ts';
import { createWarningsService } from '../features/usage/warnings.service.ts';
import type { Route } from '../http/route.ts';
import type { JobHandler, JobQueue, ScheduledJob } from '../jobs/job.ts';
import { systemClock as clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

/** One feature group as the HTTP server and the workers use it. */
export interface FeatureModule {
  readonly routes: readonly Route[];
  readonly handlers: readonly JobHandler[];
  readonly schedules: readonly ScheduledJob[];
}

/** Dependencies of every feature group. */
export interface ModuleContext {
  readonly config: Config;
  readonly data: Infrastructure;
  readonly queue: JobQueue;
  readonly credits: CreditsService;
  readonly logger: Logger;
}

/** Builds users and tenants: organisations, accounts and their mail. */
export function composeAccounts(
  input: ModuleContext & { readonly adapters: Adapters },
): FeatureModule & { readonly accounts: Accounts; readonly plans: PlansService } & Pick<
    MailService,
    'enqueueMail'
  > {
  const { config, credits, queue, adapters, logger } = input;
  const { db, keyRing } = input.data;
  const { publicUrl, productName, supportEmail, billing } = config;
  const cycles = createCyclesService(credits);
  const organizations = createOrganizationsService({ db, cycles, now: databaseNow });
  const mail = createMailService({
    queue,
    transport: adapters.mail,
    keyRing,
    brand: { productName, supportEmail, publicUrl, billing },
    clock,
    logger,
  });
  const warnings = createWarningsService({ db, enqueueMail: mail.enqueueMail });
  const accounts = createAccounts({
    ...adapters,
    db,
    queue,
    keyRing,
    clock,
    publicUrl,
    createOrganization: organizations.createOrganization,
    enqueueMail: mail.enqueueMail,
    logStaffAction,
  });
  return {
    accounts,
    plans: createPlansService({ cycles, now: databaseNow }),
    enqueueMail: mail.enqueueMail,
    routes: [
      ...accounts.routes,
      ...usageRoutes(createUsageService({ db, isBillingOn: config.billing })),
    ],
    handlers: [
      ...accounts.handlers,
      sendMailHandler(mail),
      renewCyclesHandler(organizations),
      warnUsageHandler(warnings),
    ],
    schedules: [
      ...accounts.schedules,
      renewCyclesSchedule,
      ...(config.billing ? [warnUsageSchedule] : []),
    ],
  };
}
