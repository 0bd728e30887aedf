import { z } from 'zod';
import { screenshotStatuses } from '../paths/screenshots.ts';
import { batchSchema } from '../batches/batches.ts';
import { screenshotEventTypes } from '../paths/webhooks.ts';
import { verdictSchema } from '../verdicts.ts';
import { wireInstant, wireUuid } from '../wire.ts';

/** Summary of the page load, for receivers that base decisions on it. Sizes in bytes and pixels. */
const reportSummarySchema = z.object({
  finalUrl: z.string().nullable(),
  targetStatus: z.int().nullable(),
  pageWidthPx: z.int().nullable(),
  pageHeightPx: z.int().nullable(),
  isTruncated: z.boolean(),
  requestCount: z.int(),
  blockedRequestCount: z.int(),
  receivedBytes: z.int(),
});

/** A finished screenshot with the data a receiver needs; names as in the API's responses. */
export const screenshotEventDataSchema = z.object({
  id: wireUuid,
  type: z.enum(['URL', 'HTML']),
  url: z.string().nullable(),
  /** `external_id` and `tags` of the request. */
  externalId: z.string().nullable(),
  tags: z.array(z.string()),
  status: z.enum(screenshotStatuses).extract(['COMPLETE', 'FAILED']),
  projectId: z.int(),
  project: z.object({ id: z.int(), name: z.string() }),
  creditsRequired: z.int(),
  creditsCharged: z.int(),
  /** Signed URL, valid for seven days, which is longer than a delivery is retried. */
  screenshotUrl: z.string().nullable(),
  /** Extracts by name, with their sizes in bytes; absent if there are none. */
  extracts: z.record(z.string(), z.object({ url: z.string(), bytes: z.int() })).optional(),
  /** Slices from top to bottom, in pixels of the whole image; the first is the file itself. */
  slices: z
    .array(z.object({ index: z.int(), y: z.int(), height: z.int(), url: z.string() }))
    .optional(),
  screenshotImageSize: z.int().nullable(),
  imageWidth: z.int().nullable(),
  imageHeight: z.int().nullable(),
  /** Seconds from start to end. */
  duration: z.number().nullable(),
  createdAt: wireInstant,
  finishedAt: wireInstant,
  error: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  retryable: z.boolean(),
  report: reportSummarySchema.nullable(),
  /** Verdict about the image; null if there is none. */
  verdict: verdictSchema.nullable(),
  /** URL of the screenshot's status, readable with an API key as long as the screenshot exists. */
  statusUrl: z.string(),
});

/** A screenshot of a schedule that differs from the one before. */
export const changeEventDataSchema = z.object({
  scheduleId: wireUuid,
  scheduleName: z.string(),
  /** Null for pasted HTML. */
  url: z.string().nullable(),
  projectId: z.int(),
  screenshotId: wireUuid,
  previousScreenshotId: wireUuid,
  /** Changed pixels by all pixels, from 0 to 1. */
  diffRatio: z.number(),
  /** URL of the screenshot's status, readable with an API key as long as the screenshot exists. */
  statusUrl: z.string(),
  /** Page of the dashboard that compares both. */
  comparisonUrl: z.string(),
});

/** Body of a delivery. Source: Standard Webhooks, "Payload structure". */
export const webhookEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(screenshotEventTypes),
    timestamp: wireInstant,
    /** False for a capture of test mode. */
    livemode: z.boolean(),
    data: screenshotEventDataSchema,
  }),
  z.object({
    type: z.literal('batch.completed'),
    timestamp: wireInstant,
    /** False for a batch of test mode. */
    livemode: z.boolean(),
    data: batchSchema,
  }),
  z.object({
    type: z.literal('screenshot.changed'),
    timestamp: wireInstant,
    livemode: z.boolean(),
    data: changeEventDataSchema,
  }),
  z.object({
    type: z.literal('webhook.test'),
    timestamp: wireInstant,
    data: z.object({ message: z.string() }),
  }),
]);

/** Type inferred from {@link screenshotEventDataSchema}. */
export type ScreenshotEventData = z.infer<typeof screenshotEventDataSchema>;
/** Type inferred from {@link changeEventDataSchema}. */
export type ChangeEventData = z.infer<typeof changeEventDataSchema>;
/** Type inferred from {@link webhookEventSchema}. */
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
