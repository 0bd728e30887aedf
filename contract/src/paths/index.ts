import { accountPaths } from './accounts.ts';
import { apiKeyPaths } from './api-keys.ts';
import { billingPaths } from './billing.ts';
import { couponPaths } from './coupons.ts';
import { filePaths } from './files.ts';
import { overviewPaths } from './overview.ts';
import { projectPaths } from './projects.ts';
import { savedSettingPaths } from './saved-settings.ts';
import { screenshotPaths } from './screenshots.ts';
import { staffPaths } from './staff.ts';
import { ticketPaths } from './tickets.ts';
import { usagePaths } from './usage.ts';
import { webhookPaths } from './webhooks.ts';

export * from './accounts.ts';
export * from './api-keys.ts';
export * from './billing.ts';
export * from './browser-session.ts';
export * from './coupons.ts';
export * from './endpoint-path.ts';
export * from './files.ts';
export * from './limits.ts';
export * from './overview.ts';
export * from './plans.ts';
export * from './projects.ts';
export * from './saved-settings.ts';
export * from './screenshots.ts';
export * from './staff.ts';
export * from './tickets.ts';
export * from './usage.ts';
export * from './webhook-samples.ts';
export * from './webhooks.ts';

/**
 * Methods and paths of all operations, by operation id. A client that needs no schema imports them
 * from here, so that its bundle contains no zod.
 */
export const endpointPaths = {
  ...accountPaths,
  ...overviewPaths,
  ...projectPaths,
  ...apiKeyPaths,
  ...screenshotPaths,
  ...filePaths,
  ...savedSettingPaths,
  ...webhookPaths,
  ...couponPaths,
  ...ticketPaths,
  ...staffPaths,
  ...billingPaths,
  ...usagePaths,
} as const;

/** Id of an operation of the API. */
export type OperationId = keyof typeof endpointPaths;
