import { accountEndpoints } from './accounts.ts';
import { annotationEndpoints } from './annotations/annotations.ts';
import { apiKeyEndpoints } from './api-keys/api-keys.ts';
import { auditEndpoints } from './audit/audit-events.ts';
import { batchEndpoints } from './batches/batches.ts';
import { sitemapEndpoints } from './batches/sitemaps.ts';
import { billingEndpoints, paymentEventEndpoint } from './billing/billing.ts';
import { budgetEndpoints } from './billing/budgets.ts';
import { usageEndpoints } from './billing/usage.ts';
import { captureProgressEndpoints } from './capture-progress.ts';
import { baselineEndpoints } from './comparisons/baselines.ts';
import { comparisonEndpoints } from './comparisons/comparisons.ts';
import { couponEndpoints } from './coupons.ts';
import { estimateEndpoints } from './billing/estimates.ts';
import { destinationEndpoints } from './delivery/destinations.ts';
import type { Endpoint, EndpointData, EndpointRequest } from './endpoint.ts';
import { fileMatchEndpoints } from './files/file-matches.ts';
import { fileEndpoints } from './files/files.ts';
import { linkEndpoints } from './links/links.ts';
import { newsEndpoints } from './news/news.ts';
import { overviewEndpoints } from './overview.ts';
import { passkeyEndpoints } from './passkeys/passkeys.ts';
import type { OperationId } from './paths/index.ts';
import { privacyEndpoints } from './privacy/privacy.ts';
import { projectEndpoints } from './projects.ts';
import { reportEndpoints } from './reports/reports.ts';
import { requestLogEndpoints } from './request-log.ts';
import { savedSettingEndpoints } from './saved-settings.ts';
import { scheduleEndpoints } from './schedules.ts';
import { screenshotEndpoints } from './screenshots.ts';
import { staffEndpoints } from './staff.ts';
import { teamEndpoints } from './team/team.ts';
import { ticketEndpoints } from './tickets.ts';
import { webhookDeliveryEndpoints } from './webhooks/deliveries.ts';
import { webhookEndpoints } from './webhooks/webhooks.ts';

/**
 * Every operation of the API. The OpenAPI document is printed from it, except for the operations of
 * the support team.
 */
export const endpoints = {
  ...accountEndpoints,
  ...passkeyEndpoints,
  ...privacyEndpoints,
  ...teamEndpoints,
  ...overviewEndpoints,
  ...projectEndpoints,
  ...apiKeyEndpoints,
  ...requestLogEndpoints,
  ...auditEndpoints,
  ...screenshotEndpoints,
  ...estimateEndpoints,
  ...captureProgressEndpoints,
  ...annotationEndpoints,
  ...comparisonEndpoints,
  ...baselineEndpoints,
  ...batchEndpoints,
  ...sitemapEndpoints,
  ...fileEndpoints,
  ...fileMatchEndpoints,
  ...linkEndpoints,
  ...savedSettingEndpoints,
  ...scheduleEndpoints,
  ...reportEndpoints,
  ...webhookEndpoints,
  ...webhookDeliveryEndpoints,
  ...destinationEndpoints,
  ...couponEndpoints,
  ...ticketEndpoints,
  ...staffEndpoints,
  ...newsEndpoints,
  ...billingEndpoints,
  ...usageEndpoints,
  ...budgetEndpoints,
} as const satisfies Record<OperationId, Endpoint>;

/** Endpoints that return `billing_disabled` (404) when billing is disabled. */
export const billingOnlyEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...Object.values(billingEndpoints),
  ...Object.values(couponEndpoints),
  ...Object.values(budgetEndpoints),
  usageEndpoints.listCreditLedger,
  usageEndpoints.exportCreditLedger,
  paymentEventEndpoint,
]);

type Given<T> = T extends undefined ? unknown : T;
type Parts<R> = { [K in keyof R as R[K] extends undefined ? never : K]: Given<R[K]> };

/** Request of an operation: its `params`, `query` and `body`, each only if it exists. */
export type OperationRequest<K extends OperationId> = Parts<EndpointRequest<(typeof endpoints)[K]>>;
/** Response data of an operation. */
export type OperationData<K extends OperationId> = EndpointData<(typeof endpoints)[K]>;
