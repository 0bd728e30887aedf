import type { Batch } from '../batches/batches.ts';
import type { ChangeEventData, ScreenshotEventData, WebhookEvent } from '../webhooks/events.ts';
import type { SampleEventType } from './webhooks.ts';

/** Fixed time of all samples, so that a sample has the same text whenever it is shown or sent. */
const sampleInstant = '2026-01-05T15:04:00.000Z';

const completedSample: ScreenshotEventData = {
  id: '019b8e6a-0000-7000-8000-000000000000',
  type: 'URL',
  url: 'https://example.com/',
  externalId: null,
  tags: [],
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
  verdict: { kind: 'ok', reasons: [], confidence: 'high' },
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
  verdict: null,
};

const batchSample: Batch = {
  batchId: '019b8e6a-0000-7000-8000-000000000001',
  name: 'Product pages',
  status: 'COMPLETE',
  paused: false,
  livemode: true,
  projectId: 1,
  counts: { items: 20, pending: 0, processing: 0, complete: 19, failed: 1, deleted: 0 },
  creditRequired: 20,
  creditsCharged: 19,
  createdAt: '2026-01-05T15:02:10.000Z',
  finishedAt: sampleInstant,
  statusUrl: 'https://example.com/api/v1/batches/019b8e6a-0000-7000-8000-000000000001',
};

const changeSample: ChangeEventData = {
  scheduleId: '019b8e6a-0000-7000-8000-000000000002',
  scheduleName: 'Home page',
  url: 'https://example.com/',
  projectId: 1,
  screenshotId: completedSample.id,
  previousScreenshotId: '019b8e66-0000-7000-8000-000000000000',
  diffRatio: 0.013,
  statusUrl: completedSample.statusUrl,
  comparisonUrl: `https://example.com/dashboard/compare?a=019b8e66-0000-7000-8000-000000000000&b=${completedSample.id}`,
};

/** Returns the exact body that a sample of this type sends. */
export function sampleWebhookBody(type: SampleEventType): string {
  return JSON.stringify(sampleEvent(type));
}

function sampleEvent(type: SampleEventType): WebhookEvent {
  const timestamp = sampleInstant;
  switch (type) {
    case 'webhook.test':
      return { type, timestamp, data: { message: 'Your webhook can be reached.' } };
    case 'batch.completed':
      return { type, timestamp, livemode: true, data: batchSample };
    case 'screenshot.changed':
      return { type, timestamp, livemode: true, data: changeSample };
    case 'screenshot.completed':
      return { type, timestamp, livemode: true, data: completedSample };
    case 'screenshot.failed':
    default:
      return { type, timestamp, livemode: true, data: failedSample };
  }
}
