import { z } from 'zod';
import { screenshotStatuses } from './screenshots.ts';
import { wireInstant, wireUuid } from './wire.ts';

/** What a webhook can be told of; an empty choice means all of them. */
export const webhookEventTypes = ['screenshot.completed', 'screenshot.failed'] as const;
/** See {@link webhookEventTypes}. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** What a sample can be: an event, or the plain test. */
export const sampleEventTypes = ['webhook.test', ...webhookEventTypes] as const;
/** See {@link sampleEventTypes}. */
export type SampleEventType = (typeof sampleEventTypes)[number];

/** What drawing the page was like, for a receiver that decides by it. Sizes in bytes and pixels. */
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

/** A screenshot that has ended, with what a receiver needs; names as in the API's own answers. */
export const screenshotEventDataSchema = z.object({
  id: wireUuid,
  type: z.enum(['URL', 'HTML']),
  url: z.string().nullable(),
  status: z.enum(screenshotStatuses).extract(['COMPLETE', 'FAILED']),
  projectId: z.int(),
  project: z.object({ id: z.int(), name: z.string() }),
  creditsRequired: z.int(),
  creditsCharged: z.int(),
  /** Signed; holds for seven days, longer than a delivery is tried. */
  screenshotUrl: z.string().nullable(),
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
  /** Where the screenshot can be read, with a key, for as long as it exists. */
  statusUrl: z.string(),
});

/** The body of a delivery. Source: Standard Webhooks, "Payload structure". */
export const webhookEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(webhookEventTypes),
    timestamp: wireInstant,
    data: screenshotEventDataSchema,
  }),
  z.object({
    type: z.literal('webhook.test'),
    timestamp: wireInstant,
    data: z.object({ message: z.string() }),
  }),
]);

/** See {@link screenshotEventDataSchema}. */
export type ScreenshotEventData = z.infer<typeof screenshotEventDataSchema>;
/** See {@link webhookEventSchema}. */
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** The moment samples are from: a sample's text is the same whenever it is shown or sent. */
const sampleInstant = '2026-01-05T15:04:00.000Z';

const completedSample: ScreenshotEventData = {
  id: '019b8e6a-0000-7000-8000-000000000000',
  type: 'URL',
  url: 'https://example.com/',
  status: 'COMPLETE',
  projectId: 1,
  project: { id: 1, name: 'Sample project' },
  creditsRequired: 1,
  creditsCharged: 1,
  screenshotUrl: 'https://example.com/sample/screenshot.png',
  screenshotImageSize: 48_213,
  imageWidth: 1_280,
  imageHeight: 720,
  duration: 1.42,
  createdAt: '2026-01-05T15:03:58.000Z',
  finishedAt: sampleInstant,
  error: null,
  code: null,
  message: null,
  retryable: false,
  report: {
    finalUrl: 'https://example.com/',
    targetStatus: 200,
    pageWidthPx: 1_280,
    pageHeightPx: 720,
    isTruncated: false,
    requestCount: 4,
    blockedRequestCount: 0,
    receivedBytes: 51_200,
  },
  statusUrl: 'https://example.com/api/v1/screenshots/019b8e6a-0000-7000-8000-000000000000',
};

const sampleSentence = 'The page did not load in time.';
const failedSample: ScreenshotEventData = {
  ...completedSample,
  status: 'FAILED',
  creditsCharged: 0,
  screenshotUrl: null,
  screenshotImageSize: null,
  imageWidth: null,
  imageHeight: null,
  error: sampleSentence,
  code: 'navigation_timeout',
  message: sampleSentence,
  retryable: true,
};

/** The very text a sample of this type sends as its body. */
export function sampleWebhookBody(type: SampleEventType): string {
  const timestamp = sampleInstant;
  const event: WebhookEvent =
    type === 'webhook.test'
      ? { type, timestamp, data: { message: 'Your webhook can be reached.' } }
      : {
          type,
          timestamp,
          data: type === 'screenshot.completed' ? completedSample : failedSample,
        };
  return JSON.stringify(event);
}
