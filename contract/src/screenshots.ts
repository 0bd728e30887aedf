import { z } from 'zod';
import {
  dashboardHtmlCaptureSchema,
  dashboardUrlCaptureSchema,
  htmlCaptureSchema,
  urlCaptureSchema,
} from './capture-requests.ts';
import { fileDeliverySchema } from './delivery/destinations.ts';
import { defineEndpoint, fieldsOf } from './endpoint.ts';
import {
  cacheStatuses,
  captureLimits,
  outputContentTypes,
  screenshotPaths,
  screenshotStatuses,
} from './paths/screenshots.ts';
import { verdictKinds } from './paths/verdicts.ts';
import { captureReportSchema } from './capture-report.ts';
import { verdictSchema, waitReportSchema } from './verdicts.ts';
import { splitList } from './capture-options/stored-options.ts';
import {
  pageMetaSchema,
  pageQuery,
  wireBoolean,
  wireChoices,
  wireId,
  wireInstant,
  wireList,
  wireNumber,
  wireUuid,
} from './wire.ts';

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
  /** False for a capture of test mode. */
  livemode: z.boolean(),
  projectId: z.int(),
  screenshotUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** URL of an image of the page, if the finished file is none. */
  previewUrl: z.string().optional(),
  /** Extracts by name, with their sizes in bytes; absent in lists, and if there are none. */
  extracts: z.record(z.string(), z.object({ url: z.string(), bytes: z.int() })).optional(),
  /** Slices from top to bottom, in pixels of the whole image; the first is the file itself. */
  slices: z
    .array(z.object({ index: z.int(), y: z.int(), height: z.int(), url: z.string() }))
    .optional(),
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
  /** `external_id` of the request. */
  externalId: z.string().nullable(),
  tags: z.array(z.string()),
  /** Time of its deletion, unless a public link uses it; null: it is retained until it is deleted. */
  retainedUntil: wireInstant.nullable(),
  /** Delivery of the image to a bucket or an upload URL; absent without one, and in lists. */
  delivery: fileDeliverySchema.optional(),
  timings: timingsSchema.nullable(),
  /** Report about the page; null before the end and in lists. */
  report: captureReportSchema.nullable(),
  /** Verdict about the image; null if there is none, or if it is older than verdicts are. */
  verdict: verdictSchema.nullable(),
  /** Report about what the capture waited for; null before its end and in lists. */
  waiting: waitReportSchema.nullable(),
  error: z.string().nullable(),
  code: z.string().nullable(),
  /** The error, or the reason why a complete capture was not charged. */
  message: z.string().nullable(),
  retryable: z.boolean(),
  /** URL of the page's image at the time of failure, valid for 30 days; absent without one. */
  pageImageUrl: z.string().optional(),
  /** ID of the screenshot of which this is an annotated copy; it may have been deleted. */
  annotatedFrom: wireUuid.optional(),
});

/** Immediate response to an accepted capture. */
export const acceptedSchema = z.object({
  requestId: wireUuid,
  creditRequired: z.int(),
  statusUrl: z.string(),
  projectId: z.int(),
  /**
   * Only with `cache`. `hit`: an earlier capture is returned, free of charge; it may still run.
   * `miss`: a new one was started.
   */
  cache: z.enum(cacheStatuses).optional(),
  screenshot: screenshotSchema.optional(),
  /** The image, with `response_type` base64. */
  image: z.object({ contentType: z.string(), base64: z.base64() }).optional(),
});

/** Tags of a filter: a list, or text separated by commas or line breaks. */
const tagFilter = z
  .union([z.array(z.string()), z.string()], { error: 'must be a list of tags' })
  .transform((given): string | string[] => (typeof given === 'string' ? splitList(given) : given))
  .pipe(wireList({ maxItems: captureLimits.tagCount, maxItemBytes: captureLimits.tagBytes }));

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
    misplaced: [fieldsOf(screenshotPaths.captureHtml, htmlCaptureSchema)],
    takesCaptureOptions: true,
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
    misplaced: [fieldsOf(screenshotPaths.captureUrl, urlCaptureSchema)],
    takesCaptureOptions: true,
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
      verdict: wireChoices(verdictKinds).optional(),
      externalId: z.string().max(captureLimits.externalIdLength).optional(),
      /** API key that requested them. */
      apiKeyId: wireId.optional(),
      /** Every one of these tags. */
      tags: tagFilter.optional(),
      /** Mode of the captures; default: live in the dashboard, and that of the API key. */
      livemode: wireBoolean.optional(),
      ...pageQuery,
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        screenshots: z.array(screenshotSchema),
        meta: pageMetaSchema,
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
    summary: 'Read the image of a screenshot',
    tag,
    auth: 'session_or_key',
    params: idParams,
    query: z.strictObject({
      /**
       * Reduces the image to this longest side in pixels, as WebP of at most 700 kB. An image more
       * than twice as high as wide is cut to its top.
       */
      max_side: wireNumber({ min: 64, max: 4_096 }).optional(),
    }),
    response: { kind: 'binary', contentTypes: outputContentTypes },
  }),
  captureUrlFromDashboard: defineEndpoint({
    ...screenshotPaths.captureUrlFromDashboard,
    operationId: 'captureUrlFromDashboard',
    summary: 'Capture a web page from the dashboard',
    tag,
    auth: 'session',
    body: dashboardUrlCaptureSchema,
    takesCaptureOptions: true,
    response: { kind: 'envelope', schema: acceptedSchema.omit({ screenshot: true, image: true }) },
    isIdempotent: true,
  }),
  captureHtmlFromDashboard: defineEndpoint({
    ...screenshotPaths.captureHtmlFromDashboard,
    operationId: 'captureHtmlFromDashboard',
    summary: 'Capture pasted HTML from the dashboard',
    tag,
    auth: 'session',
    body: dashboardHtmlCaptureSchema,
    takesCaptureOptions: true,
    response: { kind: 'envelope', schema: acceptedSchema.omit({ screenshot: true, image: true }) },
    isIdempotent: true,
  }),
  listDevices: defineEndpoint({
    ...screenshotPaths.listDevices,
    operationId: 'listDevices',
    summary: 'List the devices that a capture can emulate',
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
    summary: 'List device names',
    tag,
    auth: 'session',
    response: { kind: 'bare', schema: z.array(z.string()) },
  }),
} as const;

/** Type inferred from {@link screenshotSchema}. */
export type Screenshot = z.infer<typeof screenshotSchema>;
