import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for webhooks and their deliveries. */
export const webhookPaths = {
  listWebhooks: { method: 'GET', path: '/webhooks' },
  createWebhook: { method: 'POST', path: '/webhooks' },
  setWebhookStatus: { method: 'PATCH', path: '/webhooks/status' },
  sendWebhookSample: { method: 'POST', path: '/webhooks/sample' },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{id}' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}' },
  getWebhookSecret: { method: 'GET', path: '/webhooks/{id}/secret' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{id}/rotate' },
  listWebhookEvents: { method: 'GET', path: '/webhooks/events' },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries' },
  getWebhookDelivery: { method: 'GET', path: '/webhooks/{id}/deliveries/{deliveryId}' },
  resendWebhookDelivery: { method: 'POST', path: '/webhooks/{id}/deliveries/{deliveryId}/resend' },
  resendFailedDeliveries: { method: 'POST', path: '/webhooks/{id}/resend-failed' },
} as const satisfies PathTable;

/** Types of the events of the ends of screenshots. */
export const screenshotEventTypes = ['screenshot.completed', 'screenshot.failed'] as const;

/** Event types a webhook can subscribe to; an empty selection means all of them. */
export const webhookEventTypes = [
  ...screenshotEventTypes,
  'screenshot.changed',
  'batch.completed',
] as const;
/** One of the {@link webhookEventTypes}. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Types of a sample: an event, or the plain test. */
export const sampleEventTypes = ['webhook.test', ...webhookEventTypes] as const;
/** One of the {@link sampleEventTypes}. */
export type SampleEventType = (typeof sampleEventTypes)[number];

/**
 * Reasons for an inactive webhook: disabled by its owner, no project left, a 410 response, or only
 * failures.
 */
export const webhookInactiveReasons = ['switched_off', 'no_projects', 'gone', 'failing'] as const;
/** One of the {@link webhookInactiveReasons}. */
export type WebhookInactiveReason = (typeof webhookInactiveReasons)[number];

/** States of a delivery. */
export const deliveryStates = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
/** One of the {@link deliveryStates}. */
export type DeliveryState = (typeof deliveryStates)[number];

/** Limits of webhooks. Source: specification §3, `docs/acceptance.md` WH-10, AP-25. */
export const webhookLimits = {
  urlLength: 2_048,
  perOrganization: 20,
  projects: 500,
  attempts: 10,
  samplesPerMinute: 5,
  /** Stored and displayed part of a receiver's response body. */
  answerBytes: 2_048,
  /** Finished deliveries are deleted after this time. Unit: days. */
  keptDays: 30,
} as const;
