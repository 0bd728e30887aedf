import { accountEndpoints } from './accounts.ts';
import { apiKeyEndpoints } from './api-keys.ts';
import { billingEndpoints, usageEndpoints } from './billing.ts';
import { captureProgressEndpoints } from './capture-progress.ts';
import { couponEndpoints } from './coupons.ts';
import { fileEndpoints } from './files.ts';
import { overviewEndpoints } from './overview.ts';
import { projectEndpoints } from './projects.ts';
import { savedSettingEndpoints } from './saved-settings.ts';
import { screenshotEndpoints } from './screenshots.ts';
import { staffEndpoints } from './staff.ts';
import { ticketEndpoints } from './tickets.ts';
import { webhookDeliveryEndpoints } from './webhook-deliveries.ts';
import { webhookEndpoints } from './webhooks.ts';

export * from './accounts.ts';
export * from './api-keys.ts';
export * from './billing.ts';
export * from './billing-only.ts';
export * from './browser-session.ts';
export * from './capture-progress.ts';
export * from './coupons.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './files.ts';
export * from './limits.ts';
export * from './overview.ts';
export * from './payment-events.ts';
export * from './plans.ts';
export * from './projects.ts';
export * from './runtime-config.ts';
export * from './saved-settings.ts';
export * from './screenshots.ts';
export * from './staff.ts';
export * from './tickets.ts';
export * from './webhook-deliveries.ts';
export * from './webhook-events.ts';
export * from './webhooks.ts';
export * from './wire.ts';

/**
 * Every operation of the API. The OpenAPI document is printed from it, except for the operations of
 * the support team.
 */
export const endpoints = {
  ...accountEndpoints,
  ...overviewEndpoints,
  ...projectEndpoints,
  ...apiKeyEndpoints,
  ...screenshotEndpoints,
  ...captureProgressEndpoints,
  ...fileEndpoints,
  ...savedSettingEndpoints,
  ...webhookEndpoints,
  ...webhookDeliveryEndpoints,
  ...couponEndpoints,
  ...ticketEndpoints,
  ...staffEndpoints,
  ...billingEndpoints,
  ...usageEndpoints,
} as const;
