import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { apiKeyAccesses, apiKeyLimits, apiKeyPaths } from '../paths/api-keys.ts';
import { textLimits } from '../paths/limits.ts';
import { nameText, wireBoolean, wireId, wireInstant, wireNumber } from '../wire.ts';
import { allowedIpsField } from './ip-ranges.ts';

/**
 * An API key as returned to its owner. `monthlyLimit` null: unlimited. Source: specification §3.
 */
export const apiKeySchema = z.object({
  id: z.int(),
  name: z.string(),
  /** False for a key of test mode, which begins with `sk_test_`. */
  livemode: z.boolean(),
  key: z.string(),
  projectId: z.int().nullable(),
  monthlyUsage: z.int(),
  monthlyLimit: z.int().nullable(),
  isActive: z.boolean(),
  /** IP addresses and CIDR ranges from which the key may be used; empty: from any. */
  allowedIps: z.array(z.string()),
  /** `capture`: only to capture, and only its own captures. */
  access: z.enum(apiKeyAccesses),
  /** Time from which the key is rejected; null: never. */
  expiresAt: wireInstant.nullable(),
  createdAt: wireInstant,
  lastUsedAt: wireInstant.nullable(),
  /** Network of the last use: IPv4 /24 or IPv6 /56. */
  lastUsedNetwork: z.string().nullable(),
  /** User agent of the last use. */
  lastUsedAgent: z.string().nullable(),
  usageResetsAt: wireInstant,
  /** Time until which the key replaced by rotation remains valid. */
  previousKeyValidUntil: wireInstant.nullable(),
});

const tag = 'API keys';
/** A monthly limit. Empty and 0 mean unlimited (ruling RL-9). */
export const monthlyLimitField = z
  .union([z.null(), z.literal(''), wireNumber({ min: 0, max: 1_000_000_000 })], {
    error: 'must be empty or a whole number from 0 to 1000000000',
  })
  .transform((value) => (value === '' || value === 0 ? null : value));

const accessField = z
  .enum(apiKeyAccesses, { error: `must be ${apiKeyAccesses.join(' or ')}` })
  .describe('`capture`: the key captures, and reads only its own captures.');

const expiryField = z
  .union([z.null(), z.iso.datetime({ offset: true }).transform((text) => new Date(text))], {
    error: 'must be null or a time in ISO 8601 with its time zone, such as 2027-01-31T12:00:00Z',
  })
  .describe(
    `Time from which the key is rejected, at most ${apiKeyLimits.expiryYears} years ahead; null: never.`,
  );

/** Endpoints for managing API keys. */
export const apiKeyEndpoints = {
  listApiKeys: defineEndpoint({
    ...apiKeyPaths.listApiKeys,
    operationId: 'listApiKeys',
    summary: 'List API keys',
    tag,
    auth: 'session',
    right: 'integrate',
    response: { kind: 'envelope', schema: z.object({ apiKeys: z.array(apiKeySchema) }) },
  }),
  createApiKey: defineEndpoint({
    ...apiKeyPaths.createApiKey,
    operationId: 'createApiKey',
    summary: 'Create an API key',
    tag,
    auth: 'session',
    right: 'integrate',
    successStatus: 201,
    body: z.strictObject({
      name: nameText(textLimits.name),
      monthlyLimit: monthlyLimitField.default(null),
      projectId: z
        .union([z.null(), wireId], { error: 'must be null or the ID of a project' })
        .default(null),
      /** False creates a key of test mode. */
      livemode: wireBoolean.default(true),
      allowedIps: allowedIpsField.default([]),
      access: accessField.default('full'),
      expiresAt: expiryField.default(null),
    }),
    response: { kind: 'envelope', schema: z.object({ apiKey: apiKeySchema }) },
    isIdempotent: true,
  }),
  updateApiKey: defineEndpoint({
    ...apiKeyPaths.updateApiKey,
    operationId: 'updateApiKey',
    summary: 'Rename, limit, restrict, activate or deactivate an API key',
    tag,
    auth: 'session',
    right: 'integrate',
    params: z.object({ id: wireId }),
    body: z
      .strictObject({
        name: nameText(textLimits.name).optional(),
        monthlyLimit: monthlyLimitField.optional(),
        isActive: wireBoolean.optional(),
        allowedIps: allowedIpsField.optional(),
        access: accessField.optional(),
        expiresAt: expiryField.optional(),
      })
      .refine((body) => Object.keys(body).length > 0, {
        error:
          'must contain at least one of name, monthlyLimit, isActive, allowedIps, access and expiresAt',
      }),
    response: { kind: 'envelope', schema: z.object({ apiKey: apiKeySchema }) },
  }),
  rotateApiKey: defineEndpoint({
    ...apiKeyPaths.rotateApiKey,
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key; the old key can stay valid for up to 7 days',
    tag,
    auth: 'session',
    right: 'integrate',
    params: z.object({ id: wireId }),
    body: z.strictObject({
      overlapHours: wireNumber({ min: 0, max: 168 }).refine(
        (hours) => [0, 1, 24, 168].includes(hours),
        {
          error: 'must be 0, 1, 24 or 168',
        },
      ),
    }),
    response: { kind: 'envelope', schema: z.object({ apiKey: apiKeySchema }) },
    isIdempotent: true,
  }),
  deleteApiKey: defineEndpoint({
    ...apiKeyPaths.deleteApiKey,
    operationId: 'deleteApiKey',
    summary: 'Delete an API key',
    tag,
    auth: 'session',
    right: 'integrate',
    params: z.object({ id: wireId }),
    response: { kind: 'envelope', schema: z.object({}) },
  }),
} as const;

/** Type inferred from {@link apiKeySchema}. */
export type ApiKey = z.infer<typeof apiKeySchema>;
