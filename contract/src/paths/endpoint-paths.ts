import { accountPaths } from './accounts.ts';
import { annotationPaths } from './annotations/annotations.ts';
import { apiKeyPaths, requestLogPaths } from './api-keys.ts';
import { auditPaths } from './audit/audit.ts';
import { batchPaths } from './batches/batches.ts';
import { sitemapPaths } from './batches/sitemaps.ts';
import { billingPaths, budgetPaths, usagePaths } from './billing.ts';
import { baselinePaths } from './comparisons/baselines.ts';
import { couponPaths } from './coupons.ts';
import { destinationPaths } from './delivery/destinations.ts';
import { filePaths } from './files.ts';
import { newsPaths } from './news/news.ts';
import { overviewPaths } from './overview.ts';
import { passkeyPaths } from './passkeys/passkeys.ts';
import { privacyPaths } from './privacy/privacy.ts';
import { projectPaths } from './projects.ts';
import { reportPaths } from './reports/reports.ts';
import { savedSettingPaths } from './saved-settings.ts';
import { linkPaths, screenshotPaths } from './screenshots.ts';
import { schedulePaths } from './schedules/schedules.ts';
import { staffPaths } from './staff.ts';
import { teamPaths } from './team/team.ts';
import { ticketPaths } from './tickets.ts';
import { webhookPaths } from './webhooks.ts';

/**
 * Methods and paths of all operations, by operation id. A client that needs no schema imports them
 * from here, so that its bundle contains no zod.
 */
export const endpointPaths = {
  ...accountPaths,
  ...passkeyPaths,
  ...privacyPaths,
  ...teamPaths,
  ...overviewPaths,
  ...projectPaths,
  ...apiKeyPaths,
  ...requestLogPaths,
  ...auditPaths,
  ...screenshotPaths,
  ...annotationPaths,
  ...baselinePaths,
  ...batchPaths,
  ...sitemapPaths,
  ...filePaths,
  ...linkPaths,
  ...savedSettingPaths,
  ...schedulePaths,
  ...reportPaths,
  ...webhookPaths,
  ...destinationPaths,
  ...couponPaths,
  ...ticketPaths,
  ...staffPaths,
  ...newsPaths,
  ...billingPaths,
  ...usagePaths,
  ...budgetPaths,
} as const;

/** Id of an operation of the API. */
export type OperationId = keyof typeof endpointPaths;
