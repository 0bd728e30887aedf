export { createClient } from './client.ts';
export type { ImageOptions, RequestFilter, ShotwrightClient, ZipOptions } from './client.ts';
export type {
  BatchCalls,
  BatchItemFilter,
  BatchItemPage,
  BatchRequest,
  SitemapRequest,
} from './batches.ts';
export type {
  BaselineApproval,
  BaselineFilter,
  BaselinePage,
  ComparisonCalls,
  ComparisonOptions,
} from './comparisons.ts';
export type { CallOptions, ClientOptions } from './transport/settings.ts';
export { ShotwrightError } from './errors.ts';
export type { ClientErrorCode, FieldError } from './errors.ts';
export type { ImageDownload } from './images.ts';
export { signLink } from './links.ts';
export type { LinkInput } from './links.ts';
export { verifyWebhook } from './webhooks.ts';
export type { WebhookDelivery } from './webhooks.ts';
export type {
  CaptureOptions,
  HtmlCaptureOptions,
  SettingCaptureOptions,
  StepInput,
  UrlCaptureOptions,
} from './printed/capture-options.ts';
export type {
  ApiErrorCode,
  Baseline,
  BaselineCheck,
  Comparison,
  Batch,
  BatchItem,
  BatchReceipt,
  SitemapReading,
  Device,
  Estimate,
  Link,
  Project,
  Receipt,
  RequestPage,
  Screenshot,
  ScreenshotPage,
  SignedEvents,
  Usage,
  WebhookEvent,
  WebhookSample,
} from './printed/responses.ts';
export type { ListFilter } from './screenshot-pages.ts';
