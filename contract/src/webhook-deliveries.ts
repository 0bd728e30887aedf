import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { listLimits } from './limits.ts';
import { webhookEventTypes } from './webhook-events.ts';
import { wireId, wireInstant, wireNumber, wireUuid } from './wire.ts';

const deliveryStates = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;

/** The delivery of one event to one webhook; `id` is the `webhook-id` of every attempt. */
export const webhookDeliverySchema = z.object({
  id: wireUuid,
  webhookId: z.int(),
  eventType: z.enum(webhookEventTypes),
  screenshotId: wireUuid,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  maxAttempts: z.int(),
  nextAttemptAt: wireInstant.nullable(),
  lastAttemptAt: wireInstant.nullable(),
  lastStatusCode: z.int().nullable(),
  lastDurationMs: z.int().nullable(),
  lastError: z.string().nullable(),
  createdAt: wireInstant,
  finishedAt: wireInstant.nullable(),
});

/** Header names and values. */
export const headersSchema = z.record(z.string(), z.string());

/**
 * A receiver's response, or the reason for its absence. `body` is truncated at 2 KB and untrusted:
 * escape it for display.
 */
export const webhookResponseSchema = z.object({
  durationMs: z.int(),
  statusCode: z.int().nullable(),
  headers: headersSchema,
  body: z.string(),
  isBodyCut: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

const attemptSchema = z.object({
  number: z.int(),
  startedAt: wireInstant,
  requestHeaders: headersSchema,
  answer: webhookResponseSchema,
});

const tag = 'Webhooks';
const params = z.object({ id: wireId });
const deliveryParams = z.object({ id: wireId, deliveryId: wireUuid });

/** Endpoints for listing and resending webhook deliveries. */
export const webhookDeliveryEndpoints = {
  listWebhookEvents: defineEndpoint({
    operationId: 'listWebhookEvents',
    summary:
      'Read captures that ended after a cursor as webhook events, for a listener on your machine',
    tag,
    method: 'GET',
    path: '/webhooks/events',
    auth: 'session_or_key',
    query: z.strictObject({ after: wireInstant.optional() }),
    response: {
      kind: 'envelope',
      schema: z.object({
        /** Consecutive pages may overlap: deduplicate by `id`. */
        events: z.array(z.object({ id: wireUuid, headers: headersSchema, body: z.string() })),
        cursor: wireInstant,
        /** Signing secret of these events. */
        secret: z.string(),
      }),
    },
  }),
  listWebhookDeliveries: defineEndpoint({
    operationId: 'listWebhookDeliveries',
    summary: 'List the newest deliveries of a webhook',
    tag,
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    auth: 'session',
    params,
    query: z.strictObject({
      limit: wireNumber({ min: 1, max: listLimits.pageSize.max }).default(listLimits.pageSize.max),
      state: z.enum(deliveryStates).optional(),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        deliveries: z.array(webhookDeliverySchema),
        /** Counts over all stored deliveries. */
        summary: z.object({ pending: z.int(), succeeded: z.int(), failed: z.int() }),
      }),
    },
  }),
  getWebhookDelivery: defineEndpoint({
    operationId: 'getWebhookDelivery',
    summary: 'Read one delivery with its body and every attempt',
    tag,
    method: 'GET',
    path: '/webhooks/{id}/deliveries/{deliveryId}',
    auth: 'session',
    params: deliveryParams,
    response: {
      kind: 'envelope',
      schema: z.object({
        delivery: webhookDeliverySchema,
        body: z.string(),
        attemptLog: z.array(attemptSchema),
      }),
    },
  }),
  resendWebhookDelivery: defineEndpoint({
    operationId: 'resendWebhookDelivery',
    summary: 'Send one delivery again, with the same id and body',
    tag,
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{deliveryId}/resend',
    auth: 'session',
    params: deliveryParams,
    response: { kind: 'envelope', schema: z.object({ delivery: webhookDeliverySchema }) },
  }),
  resendFailedDeliveries: defineEndpoint({
    operationId: 'resendFailedDeliveries',
    summary: 'Send again what failed since a time',
    tag,
    method: 'POST',
    path: '/webhooks/{id}/resend-failed',
    auth: 'session',
    params,
    body: z.strictObject({
      since: z.iso.datetime({
        offset: true,
        error: 'must be an instant such as 2026-01-05T15:04:00Z',
      }),
    }),
    response: {
      kind: 'envelope',
      /** `remaining` deliveries need another call. */
      schema: z.object({ resent: z.int(), remaining: z.int() }),
    },
  }),
} as const;

/** Type inferred from {@link webhookDeliverySchema}. */
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
/** Type inferred from {@link webhookResponseSchema}. */
export type WebhookResponse = z.infer<typeof webhookResponseSchema>;
