import {
  apiKeySchema,
  batchItemSchema,
  batchReceiptSchema,
  sitemapReadingSchema,
  batchSchema,
  comparisonSchema,
  dashboardHtmlCaptureSchema,
  dashboardUrlCaptureSchema,
  destinationSchema,
  errorBodySchema,
  estimateSchema,
  fileDeliverySchema,
  fileSchema,
  htmlCaptureSchema,
  overviewSchema,
  priceListSchema,
  projectSchema,
  savedSettingSchema,
  screenshotSchema,
  settingsFileSchema,
  urlCaptureSchema,
  usageSchema,
  userSchema,
  verdictSchema,
  waitReportSchema,
  webhookDeliverySchema,
  webhookResponseSchema,
  webhookSchema,
} from '@shotwright/contract';
import type { z } from 'zod';

/** Names of the schemas that responses share. */
export const namedSchemas = new Map<z.core.$ZodType, string>([
  [userSchema, 'User'],
  [projectSchema, 'Project'],
  [apiKeySchema, 'ApiKey'],
  [screenshotSchema, 'Screenshot'],
  [fileSchema, 'File'],
  [overviewSchema, 'Overview'],
  [verdictSchema, 'Verdict'],
  [waitReportSchema, 'WaitReport'],
  [savedSettingSchema, 'SavedSetting'],
  [estimateSchema, 'Estimate'],
  [batchSchema, 'Batch'],
  [batchItemSchema, 'BatchItem'],
  [batchReceiptSchema, 'BatchReceipt'],
  [sitemapReadingSchema, 'SitemapReading'],
  [priceListSchema, 'PriceList'],
  [usageSchema, 'Usage'],
  [comparisonSchema, 'Comparison'],
  [fileDeliverySchema, 'FileDelivery'],
  [destinationSchema, 'Destination'],
  [webhookSchema, 'Webhook'],
  [webhookDeliverySchema, 'WebhookDelivery'],
  [webhookResponseSchema, 'WebhookResponse'],
  [errorBodySchema, 'Error'],
]);

/** Bodies of captures and files of settings. Unlike the others, they are what a client sends. */
export const namedBodies = new Map<z.core.$ZodType, string>([
  [urlCaptureSchema, 'UrlCapture'],
  [htmlCaptureSchema, 'HtmlCapture'],
  [dashboardUrlCaptureSchema, 'DashboardUrlCapture'],
  [dashboardHtmlCaptureSchema, 'DashboardHtmlCapture'],
  [settingsFileSchema, 'SettingsFile'],
]);

/** Bodies of captures whose source may be the one of a saved setting. */
export const sourceNames: Readonly<Record<string, string>> = {
  UrlCapture: 'url',
  HtmlCapture: 'html',
};
