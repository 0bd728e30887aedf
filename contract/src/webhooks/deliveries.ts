import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listLimits } from '../paths/limits.ts';
import { deliveryStates, webhookEventTypes, webhookPaths } from '../paths/webhooks.ts';
import { wireId, wireInstant, wireNumber, wireUuid } from '../wire.ts';

/** The delivery of one event to one webhook; `id` is the `webhook-id` of every attempt. */
export const webhookDeliverySchema = z.object({
  id: wireUuid,
  webhookId: z.int(),
  eventType: z.enum(webhookEventTypes),
  /** Null for an event of a batch. */
  screenshotId: wireUuid.nullable(),
  /** Null for an event of a screenshot. */
  batchId: wireUuid.nullable(),
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
    ...webhookPaths.listWebhookEvents,
    operationId: 'listWebhookEvents',
    summary:
      'Read the webhook events of captures that ended after a cursor, for a listener on your machine',
    tag,
    auth: 'session_or_key',
    right: 'integrate',
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
    ...webhookPaths.listWebhookDeliveries,
    operationId: 'listWebhookDeliveries',
    summary: 'List the newest deliveries of a webhook',
    tag,
    auth: 'session',
    right: 'integrate',
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
    ...webhookPaths.getWebhookDelivery,
    operationId: 'getWebhookDelivery',
    summary: 'Read one delivery with its body and every attempt',
    tag,
    auth: 'session',
    right: 'integrate',
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
    ...webhookPaths.resendWebhookDelivery,
    operationId: 'resendWebhookDelivery',
    summary: 'Resend a delivery with the same ID and body',
    tag,
    auth: 'session',
    right: 'integrate',
    params: deliveryParams,
    response: { kind: 'envelope', schema: z.object({ delivery: webhookDeliverySchema }) },
  }),
  resendFailedDeliveries: defineEndpoint({
    ...webhookPaths.resendFailedDeliveries,
    operationId: 'resendFailedDeliveries',
    summary: 'Resend the deliveries that failed since a time',
    tag,
    auth: 'session',
    right: 'integrate',
    params,
    body: z.strictObject({
      since: z.iso.datetime({
        offset: true,
        error: 'must be an ISO 8601 time such as 2026-01-05T15:04:00Z',
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
