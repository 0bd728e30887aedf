import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { captureLimits, screenshotPaths, screenshotStatuses } from './paths/screenshots.ts';
import {
  boundedText,
  pageQuery,
  wireBoolean,
  wireId,
  wireInstant,
  wireNumber,
  wireUuid,
} from './wire.ts';

const sharedOptions = {
  file_type: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['png', 'jpeg'], { error: 'must be png or jpeg' }))
    .default('png'),
  full_page: wireBoolean.default(false),
  disable_animations: wireBoolean.default(false),
  disable_javascript: wireBoolean.default(false),
  retina: wireBoolean.default(false),
  emulate_device: z.string().min(1).max(100).optional(),
  width: wireNumber(captureLimits.widthPx).optional(),
  height: wireNumber(captureLimits.heightPx).optional(),
  delay: wireNumber({ ...captureLimits.delaySeconds, isInteger: false }).default(0),
  inject_css: boundedText(captureLimits.injectBytes).optional(),
  inject_js: boundedText(captureLimits.injectBytes).optional(),
  custom_header: z
    .union([z.string(), z.record(z.string(), z.unknown())], {
      error: 'must be a JSON object or its text',
    })
    .optional(),
};

const urlOptions = {
  url: z
    .string({ error: 'is required: the address of the page' })
    .trim()
    .min(1, { error: 'is required: the address of the page' }),
  proxy_url: z.string().max(captureLimits.urlLength).optional(),
  element_selector: boundedText(captureLimits.selectorBytes).optional(),
};

/**
 * Id of the saved setting that holds the secrets behind masked values of `custom_header` and
 * `proxy_url`.
 */
const settingOption = { setting_id: wireId.optional() };

const htmlOption = {
  html: z
    .string({ error: 'is required: the HTML to draw' })
    .refine((value) => value.trim() !== '', { error: 'must not be blank' }),
};

/** Response options of API clients. */
const deliveryOptions = {
  project_id: wireId.optional(),
  wait: wireNumber({ ...captureLimits.waitSeconds, isInteger: false }).optional(),
  response_type: z.enum(['json', 'image'], { error: 'must be json or image' }).default('json'),
};

/** A capture of a URL, requested by an API client. */
export const urlCaptureSchema = z.strictObject({
  ...urlOptions,
  ...sharedOptions,
  ...deliveryOptions,
});
/** A capture of pasted HTML, requested by an API client. */
export const htmlCaptureSchema = z.strictObject({
  ...htmlOption,
  ...sharedOptions,
  ...deliveryOptions,
  element_selector: urlOptions.element_selector,
});
/** A capture of a URL, requested from the dashboard. */
export const dashboardUrlCaptureSchema = z.strictObject({
  ...urlOptions,
  ...sharedOptions,
  ...settingOption,
  project_id: wireId,
});
/** A capture of pasted HTML, requested from the dashboard; no proxy and no selector. */
export const dashboardHtmlCaptureSchema = z.strictObject({
  ...htmlOption,
  ...sharedOptions,
  ...settingOption,
  project_id: wireId,
});

/** Duration of each step of a capture. Unit: ms. */
const timingsSchema = z.object({
  queueMs: z.number(),
  navigateMs: z.number(),
  waitMs: z.number(),
  captureMs: z.number(),
  storeMs: z.number(),
  totalMs: z.number(),
});

/** A screenshot as returned by the public API. */
export const screenshotSchema = z.object({
  id: wireUuid,
  requestId: wireUuid,
  type: z.enum(['URL', 'HTML']),
  url: z.string().optional(),
  status: z.enum(screenshotStatuses),
  projectId: z.int(),
  screenshotUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  screenshotImageSize: z.int().nullable(),
  imageWidth: z.int().nullable(),
  imageHeight: z.int().nullable(),
  creditsRequired: z.int(),
  creditsCharged: z.int(),
  /** Seconds from start to end. */
  duration: z.number().nullable(),
  createdAt: wireInstant,
  startedAt: wireInstant.nullable(),
  finishedAt: wireInstant.nullable(),
  options: z.record(z.string(), z.unknown()),
  timings: timingsSchema.nullable(),
  report: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  retryable: z.boolean(),
  /**
   * URL of the page's image at the time of failure, valid for 30 days; absent if the capture did
   * not fail or no image could be taken.
   */
  pageImageUrl: z.string().optional(),
});

/** Immediate response to an accepted capture. */
export const acceptedSchema = z.object({
  requestId: wireUuid,
  creditRequired: z.int(),
  statusUrl: z.string(),
  projectId: z.int(),
  screenshot: screenshotSchema.optional(),
});

const idParams = z.object({ id: wireUuid });
const tag = 'Screenshots';

/** Endpoints for requesting, listing and reading screenshots and their images. */
export const screenshotEndpoints = {
  captureUrl: defineEndpoint({
    ...screenshotPaths.captureUrl,
    operationId: 'captureUrl',
    summary: 'Capture a web page',
    tag,
    auth: 'key',
    successStatus: 202,
    body: urlCaptureSchema,
    response: { kind: 'envelope', schema: acceptedSchema },
    isIdempotent: true,
  }),
  captureHtml: defineEndpoint({
    ...screenshotPaths.captureHtml,
    operationId: 'captureHtml',
    summary: 'Capture pasted HTML',
    tag,
    auth: 'key',
    successStatus: 202,
    body: htmlCaptureSchema,
    response: { kind: 'envelope', schema: acceptedSchema },
    isIdempotent: true,
  }),
  listScreenshots: defineEndpoint({
    ...screenshotPaths.listScreenshots,
    operationId: 'listScreenshots',
    summary: 'List screenshots, newest first',
    tag,
    auth: 'session_or_key',
    query: z.strictObject({
      projectId: wireId.optional(),
      url: z.string().max(captureLimits.urlLength).optional(),
      status: z
        .enum(screenshotStatuses, { error: `must be one of ${screenshotStatuses.join(', ')}` })
        .optional(),
      ...pageQuery,
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        screenshots: z.array(screenshotSchema),
        meta: z.object({ page: z.int(), limit: z.int(), total: z.int() }),
      }),
    },
  }),
  getScreenshot: defineEndpoint({
    ...screenshotPaths.getScreenshot,
    operationId: 'getScreenshot',
    summary: 'Read one screenshot',
    tag,
    auth: 'session_or_key',
    params: idParams,
    response: { kind: 'envelope', schema: screenshotSchema },
  }),
  getScreenshotImage: defineEndpoint({
    ...screenshotPaths.getScreenshotImage,
    operationId: 'getScreenshotImage',
    summary: 'Read the picture itself',
    tag,
    auth: 'session_or_key',
    params: idParams,
    response: { kind: 'binary', contentTypes: ['image/png', 'image/jpeg'] },
  }),
  captureUrlFromDashboard: defineEndpoint({
    ...screenshotPaths.captureUrlFromDashboard,
    operationId: 'captureUrlFromDashboard',
    summary: 'Capture a web page from the dashboard',
    tag,
    auth: 'session',
    body: dashboardUrlCaptureSchema,
    response: { kind: 'envelope', schema: acceptedSchema.omit({ screenshot: true }) },
    isIdempotent: true,
  }),
  captureHtmlFromDashboard: defineEndpoint({
    ...screenshotPaths.captureHtmlFromDashboard,
    operationId: 'captureHtmlFromDashboard',
    summary: 'Capture pasted HTML from the dashboard',
    tag,
    auth: 'session',
    body: dashboardHtmlCaptureSchema,
    response: { kind: 'envelope', schema: acceptedSchema.omit({ screenshot: true }) },
    isIdempotent: true,
  }),
  listDevices: defineEndpoint({
    ...screenshotPaths.listDevices,
    operationId: 'listDevices',
    summary: 'List the devices a capture can emulate',
    tag,
    auth: 'session_or_key',
    response: {
      kind: 'envelope',
      schema: z.object({
        devices: z.array(
          z.object({
            name: z.string(),
            width: z.int(),
            height: z.int(),
            deviceScaleFactor: z.number(),
            isMobile: z.boolean(),
            hasTouch: z.boolean(),
          }),
        ),
      }),
    },
  }),
  listDeviceNames: defineEndpoint({
    ...screenshotPaths.listDeviceNames,
    operationId: 'listDeviceNames',
    summary: 'List the names of the devices',
    tag,
    auth: 'session',
    response: { kind: 'bare', schema: z.array(z.string()) },
  }),
} as const;

/** Type inferred from {@link screenshotSchema}. */
export type Screenshot = z.infer<typeof screenshotSchema>;
/** A parsed capture of a URL. */
export type UrlCapture = z.output<typeof urlCaptureSchema>;
/** A parsed capture of pasted HTML. */
export type HtmlCapture = z.output<typeof htmlCaptureSchema>;
