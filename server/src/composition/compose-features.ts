import type { LocalPayments } from '../demo/payments/local-payments.ts';
import { composeAccounts, type FeatureModule, type ModuleContext } from './compose-accounts.ts';
import { creditPricesOf } from './credit-prices.ts';
import { composePrivacy } from './accounts/compose-privacy.ts';
import { composeAnnotations } from './captures/compose-annotations.ts';
import { composeAudit } from './audit/compose-audit.ts';
import {
  composeBudgets,
  createEnqueueAlerts,
  type EnqueueAlerts,
} from './budgets/compose-budgets.ts';
import { createAdapters, type Adapters } from './compose-adapters.ts';
import { composeCaptureEnds, type CaptureEnds } from './captures/compose-batches.ts';
import { composeComparisons } from './captures/compose-comparisons.ts';
import { composeBilling } from './compose-billing.ts';
import { composeReports } from './captures/compose-reports.ts';
import { composeSchedules } from './captures/compose-schedules.ts';
import { composeProjects } from './compose-projects.ts';
import { composeRequestLog } from './compose-request-log.ts';
import { composeScreenshots } from './compose-screenshots.ts';
import { composeCoupons } from './compose-coupons.ts';
import type { Infrastructure } from './open-infrastructure.ts';
import { composeNews } from './news/compose-news.ts';
import { composeTickets } from './compose-tickets.ts';
import { composeWebhooks } from './compose-webhooks.ts';
import type { PasswordHasher } from '../adapters/passwords/argon2-passwords.ts';
import type { Config } from '../config/config.ts';
import { publishCreditsEvent } from '../features/screenshots/events/screenshot-events.ts';
import { withoutBilling } from '../features/billing/billing-disabled.ts';
import { deleteAccountsJob } from '../features/accounts/deletion/deletion.jobs.ts';
import { purgeOrganizationsJob } from '../features/organizations/deletion/purge-organizations.service.ts';
import { sweepAuditJob } from '../features/audit/audit.jobs.ts';
import { noticeExpiryJob } from '../features/api-keys/expiry-notices.jobs.ts';
import { alertBudgetsJob } from '../features/budgets/budgets.jobs.ts';
import type { Accounts } from '../features/accounts/accounts.ts';
import { resetMailJob, sweepAccountsJob } from '../features/accounts/accounts.jobs.ts';
import type { ApiKeysService } from '../features/api-keys/api-keys.service.ts';
import { discountsService as discounts } from '../features/coupons/discounts.service.ts';
import type { CouponsService } from '../features/coupons/coupons.service.ts';
import { createCreditsService, type CreditsService } from '../features/credits/credits.service.ts';
import { workerIsolationRoutes } from '../features/installation/worker-isolation.routes.ts';
import { countWorkersByIsolation } from '../features/installation/worker-isolation.store.ts';
import { sendMailJob } from '../features/mail/mail.jobs.ts';
import { renewCyclesJob } from '../features/organizations/organizations.jobs.ts';
import { checkBaselineJob } from '../features/comparisons/baselines/baselines.jobs.ts';
import type { MailService } from '../features/mail/mail.service.ts';
import type { OnCaptureEnd } from '../features/screenshots/events/on-capture-end.ts';
import { captureJobs, sweepScreenshotsJob } from '../features/screenshots/screenshots.jobs.ts';
import type { ScreenshotEvents } from '../features/screenshots/events/screenshot-events.ts';
import { deliverFileJob } from '../features/destinations/deliver/deliver-file.jobs.ts';
import type { UploadTargets } from '../features/destinations/deliver/upload-targets.service.ts';
import { composeDestinations } from './compose-destinations.ts';
import { changeMatchesJob } from '../features/files/matches/change-matches.jobs.ts';
import { removeExpiredFilesJob } from '../features/files/retention/retention.service.ts';
import type { EnqueueChangeDeliveries } from '../features/webhooks/deliveries/enqueue-change-deliveries.service.ts';
import type { RequestWebhooks } from '../features/webhooks/endpoints/request-webhooks.service.ts';
import type { RequestRecorder } from '../features/request-log/recorder.service.ts';
import { removeOldRequestsJob } from '../features/request-log/request-log.jobs.ts';
import type { ProjectsService } from '../features/projects/projects.service.ts';
import type { SavedSettingsService } from '../features/saved-settings/saved-settings.service.ts';
import type { RequestScreenshot } from '../features/screenshots/request/screenshot-request.ts';
import type { TicketsService } from '../features/tickets/tickets.service.ts';
import type { WebhooksService } from '../features/webhooks/endpoints/webhooks.service.ts';
import type { CurrentNews } from '../features/news/current-news.service.ts';
import type { CustomersService } from '../features/staff/customers.service.ts';
import type { StaffTicketsService } from '../features/tickets/staff-tickets.service.ts';
import {
  deliverSlowWebhookJob,
  deliverWebhookJob,
  sweepWebhooksJob,
} from '../features/webhooks/webhooks.jobs.ts';
import { createJobQueue, prepareJobQueues } from '../jobs/queue.ts';
import { renderReportJob } from '../features/reports/pdf/render-report.jobs.ts';
import { runSchedulesJob, scheduleDigestJob } from '../features/schedules/schedules.jobs.ts';
import { warnUsageJob } from '../features/usage/usage.jobs.ts';
import { createFileLinks } from '../features/files/file-links.ts';
import { createFindByUrl } from '../features/files/search/url-search.service.ts';
import { createScreenshotsService } from '../features/screenshots/screenshots.service.ts';
import type { Page } from '../http/page.ts';
import { createImageQueue } from '../shared/image-process.ts';
import { systemClock as clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

/** All features as one module, with the services that admin commands and start-up use. */
export interface Features extends FeatureModule {
  readonly accounts: Accounts;
  readonly projects: ProjectsService;
  readonly apiKeys: ApiKeysService;
  readonly savedSettings: SavedSettingsService;
  readonly webhooks: WebhooksService;
  readonly requestScreenshot: RequestScreenshot;
  readonly coupons: CouponsService;
  readonly credits: CreditsService;
  readonly isBillingOn: boolean;
  readonly tickets: TicketsService;
  readonly staffTickets: StaffTicketsService;
  readonly customers: CustomersService;
  readonly currentNews: CurrentNews;
  readonly onCaptureEnd: OnCaptureEnd;
  readonly uploadTargets: UploadTargets;
  readonly events: ScreenshotEvents;
  readonly requestRecorder: RequestRecorder;
  readonly localIdentity: Adapters['localIdentity'];
  readonly localPayments: LocalPayments | undefined;
  readonly outbox: Adapters['outbox'];
  /** Pages of the features, beside those of the service. */
  readonly pages: readonly Page[];
}

/** All job kinds. */
export const jobKinds = [
  ...captureJobs,
  sweepScreenshotsJob,
  sendMailJob,
  resetMailJob,
  sweepAccountsJob,
  deleteAccountsJob,
  purgeOrganizationsJob,
  sweepAuditJob,
  renewCyclesJob,
  warnUsageJob,
  alertBudgetsJob,
  noticeExpiryJob,
  deliverWebhookJob,
  deliverSlowWebhookJob,
  sweepWebhooksJob,
  removeExpiredFilesJob,
  changeMatchesJob,
  deliverFileJob,
  removeOldRequestsJob,
  checkBaselineJob,
  runSchedulesJob,
  scheduleDigestJob,
  renderReportJob,
];

/**
 * Builds each feature once over the data and wires their dependencies. Resources they open are
 * closed by `stack`.
 */
export async function composeFeatures(input: {
  readonly config: Config;
  readonly data: Infrastructure;
  readonly logger: Logger;
  readonly stack: AsyncDisposableStack;
  readonly passwords?: PasswordHasher | undefined;
}): Promise<Features> {
  const { config, data, logger, stack } = input;
  const { db, connection, keyRing } = data;
  await prepareJobQueues({ connection, kinds: jobKinds, logger });
  const queue = await createJobQueue({ db, logger });
  stack.defer(() => queue.close());
  const enqueueAlerts = createEnqueueAlerts(queue, config.billing);
  const credits = composeCredits(config, enqueueAlerts);
  const shared = { config, data, queue, credits, logger, enqueueAlerts };
  const adapters = await createAdapters({ ...input, keyRing });
  const people = composeAccounts({ ...shared, adapters });
  const { enqueueMail } = people;
  const webhooks = composeWebhooks({ ...shared, enqueueMail });
  const ends = composeCaptureEnds({ ...shared, ...webhooks, enqueueMail });
  const { requestWebhooks, enqueueChangeDeliveries } = webhooks;
  const hooks = { ...ends, requestWebhooks, enqueueChangeDeliveries };
  const { passwords } = adapters;
  const content = composeContent({ ...shared, ...hooks, stack, passwords, enqueueMail });
  await content.projects.settingSecrets.encryptOlderSettings();
  const billing = await composeBilling({ ...shared, ...people, discounts });
  const tickets = composeTickets({ ...shared, enqueueMail });
  const news = composeNews(shared);
  const coupons = composeCoupons({ ...shared, plans: people.plans });
  const requestLog = composeRequestLog(input);
  const audit = composeAudit(input);
  const budgets = composeBudgets({ ...shared, enqueueMail });
  const privacy = composePrivacy({ ...shared, ...billing, passwords, enqueueMail });
  const logs = [requestLog, audit];
  const modules = [people, ...privacy, ...content.modules, webhooks, budgets, news, ...logs];
  const routes = [
    ...modules.flatMap((module) => module.routes),
    ...coupons.routes,
    ...tickets.routes,
    ...billing.routes,
    ...workerIsolationRoutes(() => countWorkersByIsolation(db)),
  ];
  return {
    accounts: people.accounts,
    ...contentServices(content),
    pages: content.pages,
    webhooks: webhooks.webhooks,
    coupons: coupons.coupons,
    credits,
    isBillingOn: config.billing,
    currentNews: news.currentNews,
    ...ticketServices(tickets),
    onCaptureEnd: ends.onCaptureEnd,
    requestRecorder: requestLog.requestRecorder,
    ...localParts({ adapters, billing }),
    routes: audit.audited(config.billing ? routes : withoutBilling(routes)),
    handlers: modules.flatMap(({ handlers }) => handlers),
    schedules: modules.flatMap(({ schedules }) => schedules),
  };
}

/** Builds the service of the credits. */
function composeCredits(config: Config, enqueueAlerts: EnqueueAlerts): CreditsService {
  return createCreditsService({
    isBillingOn: config.billing,
    prices: creditPricesOf(config),
    publishBalance: publishCreditsEvent,
    enqueueAlerts,
  });
}

/** Returns the local stand-ins of outside services. */
function localParts(of: {
  readonly adapters: Pick<Features, 'localIdentity' | 'outbox'>;
  readonly billing: Pick<Features, 'localPayments'>;
}): Pick<Features, 'localIdentity' | 'outbox' | 'localPayments'> {
  const { localIdentity, outbox } = of.adapters;
  return { localIdentity, outbox, localPayments: of.billing.localPayments };
}

/** Returns the services of tickets that admin commands use. */
function ticketServices({
  tickets,
  staffTickets,
  customers,
}: ReturnType<typeof composeTickets>): Pick<Features, 'tickets' | 'staffTickets' | 'customers'> {
  return { tickets, staffTickets, customers };
}

/** Returns the services of projects and screenshots that admin commands and start-up use. */
function contentServices({
  projects: { projects, apiKeys, savedSettings },
  screenshots: { requestScreenshot, events },
  destinations: { uploadTargets },
}: ReturnType<typeof composeContent>) {
  return { projects, apiKeys, savedSettings, requestScreenshot, events, uploadTargets };
}

/** Builds projects and what belongs to captures, which share the file links and the screenshots service. */
function composeContent(
  input: ModuleContext &
    CaptureEnds &
    Pick<MailService, 'enqueueMail'> & {
      readonly stack: AsyncDisposableStack;
      readonly passwords: PasswordHasher;
      readonly enqueueAlerts: EnqueueAlerts;
      readonly requestWebhooks: RequestWebhooks;
      readonly enqueueChangeDeliveries: EnqueueChangeDeliveries;
    },
) {
  const { config, data, queue } = input;
  const { db, store, keyRing } = data;
  const links = createFileLinks({
    keyRing,
    clock,
    publicUrl: config.publicUrl,
    linkSeconds: config.fileLinkSeconds,
  });
  const shared = {
    ...input,
    links,
    imageQueue: createImageQueue(),
    screenshots: createScreenshotsService({ db, store, queue, findByUrl: createFindByUrl(db) }),
  };
  const projects = composeProjects(shared);
  const destinations = composeDestinations(shared);
  const { uploadTargets } = destinations;
  const screenshots = composeScreenshots({ ...shared, ...projects, uploadTargets });
  const comparisons = composeComparisons(shared);
  const annotations = composeAnnotations({ ...shared, ...projects });
  const { requestScreenshot } = screenshots;
  const schedules = composeSchedules({ ...shared, ...projects, ...comparisons, requestScreenshot });
  const reports = composeReports(shared);
  return {
    projects,
    destinations,
    screenshots,
    pages: reports.pages,
    modules: [projects, screenshots, comparisons, annotations, schedules, reports, destinations],
  };
}
