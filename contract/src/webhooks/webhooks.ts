import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { textLimits } from '../paths/limits.ts';
import {
  sampleEventTypes,
  webhookEventTypes,
  webhookInactiveReasons,
  webhookLimits,
  webhookPaths,
} from '../paths/webhooks.ts';
import { nameRule, nameText, storableTextRule, wireId, wireInstant, wireNumber } from '../wire.ts';
import { headersSchema, webhookResponseSchema } from './deliveries.ts';

/**
 * A webhook as shown to its owner. `projectIds` and `eventIds` are comma-separated; empty
 * `eventIds`: all events.
 */
export const webhookSchema = z.object({
  id: z.int(),
  name: z.string(),
  webhookUrl: z.string(),
  isActive: z.boolean(),
  /** Empty for all projects and for no project; `isForAllProjects` distinguishes the two. */
  projectIds: z.string(),
  isForAllProjects: z.boolean(),
  projects: z.array(z.object({ id: z.int(), name: z.string() })),
  eventIds: z.string(),
  inactiveReason: z.enum(webhookInactiveReasons).nullable(),
  /** Time since which every delivery has failed. */
  failingSince: wireInstant.nullable(),
  createdAt: wireInstant,
});

/** A comma-separated list; a JSON list is accepted as well. */
const commaList = z
  .union([z.string().max(10_000), z.array(z.union([z.string(), z.number()])).max(1_000)], {
    error: 'must be a comma-separated list',
  })
  .transform((value) =>
    (Array.isArray(value) ? value.map(String) : value.split(','))
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

const eventIds = commaList.pipe(
  z.array(z.enum(webhookEventTypes, { error: `must be one of ${webhookEventTypes.join(', ')}` })),
);
const projectIds = commaList
  .transform((items): (string | number)[] => items)
  .pipe(z.array(wireId).max(webhookLimits.projects));
/** The service rejects blank text, with the specification's own sentence. */
const typedText = z
  .string({ error: 'must be text' })
  .trim()
  .regex(storableTextRule.pattern, { error: storableTextRule.error });
const webhookUrl = typedText.max(webhookLimits.urlLength, {
  error: `must be at most ${webhookLimits.urlLength} characters`,
});

const tag = 'Webhooks';
const params = z.object({ id: wireId });
const emptyResponse = { kind: 'envelope', schema: z.object({}) } as const;
const webhookResponse = { kind: 'envelope', schema: z.object({ webhook: webhookSchema }) } as const;
const secretsSchema = z.object({
  secret: z.string(),
  /** Until this time, deliveries are also signed with the previous secret. */
  previousSecretValidUntil: wireInstant.nullable(),
});

/** Endpoints for customers' webhooks, which are notified when captures finish. */
export const webhookEndpoints = {
  listWebhooks: defineEndpoint({
    ...webhookPaths.listWebhooks,
    operationId: 'listWebhooks',
    summary: 'List webhooks, newest first',
    tag,
    auth: 'session',
    right: 'integrate',
    response: { kind: 'bare', schema: z.array(webhookSchema) },
  }),
  createWebhook: defineEndpoint({
    ...webhookPaths.createWebhook,
    operationId: 'createWebhook',
    summary: 'Create a webhook; the response contains its signing secret',
    tag,
    auth: 'session',
    right: 'integrate',
    successStatus: 201,
    body: z.strictObject({
      name: typedText
        .regex(nameRule.pattern, { error: nameRule.error })
        .max(textLimits.name, { error: `must be at most ${textLimits.name} characters` })
        .default(''),
      webhookUrl: webhookUrl.default(''),
      eventIds: eventIds.default([]),
      projectIds: projectIds.default([]),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({ webhook: webhookSchema, secret: z.string() }),
    },
  }),
  setWebhookStatus: defineEndpoint({
    ...webhookPaths.setWebhookStatus,
    operationId: 'setWebhookStatus',
    summary: 'Enable or disable a webhook',
    tag,
    auth: 'session',
    right: 'integrate',
    body: z.strictObject({
      webhookId: wireId,
      status: z.boolean({ error: 'must be true or false' }),
    }),
    response: webhookResponse,
  }),
  sendWebhookSample: defineEndpoint({
    ...webhookPaths.sendWebhookSample,
    operationId: 'sendWebhookSample',
    summary: 'Send a sample event to a URL and return the response of the endpoint',
    tag,
    auth: 'session_or_key',
    right: 'integrate',
    body: z.strictObject({
      webhookUrl: webhookUrl.default(''),
      type: z.enum(sampleEventTypes).default('webhook.test'),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        /** True if the receiver returned a 2xx status. */
        isDelivered: z.boolean(),
        requestHeaders: headersSchema,
        requestBody: z.string(),
        answer: webhookResponseSchema,
        /** Secret that signed the sample, if the organisation has no webhook with this URL yet. */
        sampleSecret: z.string().nullable(),
      }),
    },
  }),
  updateWebhook: defineEndpoint({
    ...webhookPaths.updateWebhook,
    operationId: 'updateWebhook',
    summary: 'Change the name, URL, projects or events of a webhook',
    tag,
    auth: 'session',
    right: 'integrate',
    params,
    body: z
      .strictObject({
        name: nameText(textLimits.name).optional(),
        webhookUrl: webhookUrl.optional(),
        eventIds: eventIds.optional(),
        projectIds: projectIds.optional(),
      })
      .refine((body) => Object.keys(body).length > 0, {
        error: 'must contain at least one of name, webhookUrl, eventIds and projectIds',
      }),
    response: webhookResponse,
  }),
  deleteWebhook: defineEndpoint({
    ...webhookPaths.deleteWebhook,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook; its pending deliveries are not sent',
    tag,
    auth: 'session',
    right: 'integrate',
    params,
    response: emptyResponse,
  }),
  getWebhookSecret: defineEndpoint({
    ...webhookPaths.getWebhookSecret,
    operationId: 'getWebhookSecret',
    summary: 'Read the signing secret of a webhook',
    tag,
    auth: 'session',
    right: 'integrate',
    params,
    response: { kind: 'envelope', schema: secretsSchema },
  }),
  rotateWebhookSecret: defineEndpoint({
    ...webhookPaths.rotateWebhookSecret,
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the signing secret; the old secret can also sign for up to 7 days',
    tag,
    auth: 'session',
    right: 'integrate',
    params,
    body: z.strictObject({
      overlapHours: wireNumber({ min: 0, max: 168 })
        .refine((hours) => [0, 1, 24, 168].includes(hours), { error: 'must be 0, 1, 24 or 168' })
        .default(24),
    }),
    response: { kind: 'envelope', schema: secretsSchema },
  }),
} as const;

/** Type inferred from {@link webhookSchema}. */
export type Webhook = z.infer<typeof webhookSchema>;
