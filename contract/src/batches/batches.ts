import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { zipNameTemplate } from '../files/files.ts';
import { batchLimits, batchPaths, batchStatuses } from '../paths/batches/batches.ts';
import { defaultZipTemplate } from '../paths/files.ts';
import { captureLimits, screenshotStatuses } from '../paths/screenshots.ts';
import { nameText, pageQuery, wireBoolean, wireId, wireInstant, wireUuid } from '../wire.ts';

/** A batch: captures that were requested together. */
export const batchSchema = z.object({
  batchId: wireUuid,
  name: z.string().nullable(),
  status: z.enum(batchStatuses),
  /** True while none of its queued captures starts. */
  paused: z.boolean(),
  /** False for a batch of test mode. */
  livemode: z.boolean(),
  projectId: z.int(),
  /** Accepted items, and their screenshots by status; `deleted` ones have no status. */
  counts: z.object({
    items: z.int(),
    pending: z.int(),
    processing: z.int(),
    complete: z.int(),
    failed: z.int(),
    deleted: z.int(),
  }),
  /** Price of all captures. */
  creditRequired: z.int(),
  /** Credits charged so far. */
  creditsCharged: z.int(),
  createdAt: wireInstant,
  /** Time at which its last capture ended, or at which it was cancelled. */
  finishedAt: wireInstant.nullable(),
  statusUrl: z.string(),
});

/** An item of a batch with its screenshot. */
export const batchItemSchema = z.object({
  /** Position in the request, from 0. */
  index: z.int(),
  requestId: wireUuid,
  status: z.enum(screenshotStatuses),
  type: z.enum(['URL', 'HTML']),
  url: z.string().nullable(),
  externalId: z.string().nullable(),
  screenshotUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  creditsCharged: z.int(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  retryable: z.boolean(),
  statusUrl: z.string(),
});

/** Response to a batch that was accepted, or only checked. */
export const batchReceiptSchema = z.object({
  /** Null after a dry run, as is the URL. */
  batchId: wireUuid.nullable(),
  statusUrl: z.string().nullable(),
  counts: z.object({
    items: z.int(),
    accepted: z.int(),
    /** Items identical to an earlier one; captured once. */
    duplicates: z.int(),
    invalid: z.int(),
    /** Items for which credits, the limit of the key or places in the queue were missing. */
    omitted: z.int(),
  }),
  /** The first 50 invalid items. */
  invalid: z.array(
    z.object({
      index: z.int(),
      message: z.string(),
      code: z.string(),
      field: z.string().optional(),
    }),
  ),
  creditRequired: z.int(),
  /** Screenshots of the accepted items; a duplicate has the one of its first item. */
  screenshots: z.array(z.object({ index: z.int(), requestId: wireUuid })),
});

const optionFields = z.record(z.string(), z.unknown());

const batchBody = z.strictObject({
  items: z
    .array(optionFields)
    .min(1)
    .optional()
    .describe(
      'Captures: each with url or html, and options of its own that replace those of options.',
    ),
  urls: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('URLs, instead of items that have no options of their own.'),
  options: optionFields.optional().describe('Capture options of all items.'),
  project_id: wireId.optional().describe('Project of the screenshots.'),
  name: nameText(batchLimits.nameLength)
    .optional()
    .describe('Name of the batch, for lists and the email.'),
  webhook_url: z
    .string()
    .min(1)
    .max(captureLimits.urlLength)
    .optional()
    .describe('HTTPS URL that is notified of the end of the batch, besides registered webhooks.'),
  dry_run: wireBoolean
    .default(false)
    .describe('True checks and prices the batch without creating anything.'),
  partial: wireBoolean
    .default(false)
    .describe(
      'True accepts the valid items, from the first as many as the limits of the account allow.',
    ),
});

const tag = 'Batches';
const params = z.object({ id: wireUuid });
const meta = z.object({ page: z.int(), limit: z.int(), total: z.int() });

/** Endpoints for batches. */
export const batchEndpoints = {
  createBatch: defineEndpoint({
    ...batchPaths.createBatch,
    operationId: 'createBatch',
    summary: 'Capture many pages as one batch',
    tag,
    auth: 'session_or_key',
    successStatus: 202,
    body: batchBody,
    nestedOptions: ['items', 'options'],
    response: { kind: 'envelope', schema: batchReceiptSchema },
    isIdempotent: true,
  }),
  listBatches: defineEndpoint({
    ...batchPaths.listBatches,
    operationId: 'listBatches',
    summary: 'List batches, newest first',
    tag,
    auth: 'session_or_key',
    query: z.strictObject(pageQuery),
    response: { kind: 'envelope', schema: z.object({ batches: z.array(batchSchema), meta }) },
  }),
  getBatch: defineEndpoint({
    ...batchPaths.getBatch,
    operationId: 'getBatch',
    summary: 'Read the progress of a batch',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: batchSchema },
  }),
  listBatchItems: defineEndpoint({
    ...batchPaths.listBatchItems,
    operationId: 'listBatchItems',
    summary: 'List the items of a batch with their results',
    tag,
    auth: 'session_or_key',
    params,
    query: z.strictObject({
      status: z
        .enum(screenshotStatuses, { error: `must be one of ${screenshotStatuses.join(', ')}` })
        .optional(),
      ...pageQuery,
    }),
    response: { kind: 'envelope', schema: z.object({ items: z.array(batchItemSchema), meta }) },
  }),
  pauseBatch: defineEndpoint({
    ...batchPaths.pauseBatch,
    operationId: 'pauseBatch',
    summary: 'Pause a batch: its queued captures start when it is resumed',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: batchSchema },
  }),
  resumeBatch: defineEndpoint({
    ...batchPaths.resumeBatch,
    operationId: 'resumeBatch',
    summary: 'Resume a paused batch',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: batchSchema },
  }),
  cancelBatch: defineEndpoint({
    ...batchPaths.cancelBatch,
    operationId: 'cancelBatch',
    summary: 'Cancel the queued and running captures of a batch, free of charge',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: batchSchema },
  }),
  retryBatch: defineEndpoint({
    ...batchPaths.retryBatch,
    operationId: 'retryBatch',
    summary: 'Retry the failed captures of a batch with the same options',
    tag,
    auth: 'session_or_key',
    successStatus: 202,
    params,
    response: { kind: 'envelope', schema: batchReceiptSchema },
    isIdempotent: true,
  }),
  zipBatch: defineEndpoint({
    ...batchPaths.zipBatch,
    operationId: 'zipBatch',
    summary: 'Download the images of a batch as a zip with a manifest.csv',
    tag,
    auth: 'session_or_key',
    params,
    query: z.strictObject({ template: zipNameTemplate.default(defaultZipTemplate) }),
    response: { kind: 'binary', contentTypes: ['application/zip'] },
  }),
} as const;

/** Type inferred from {@link batchSchema}. */
export type Batch = z.infer<typeof batchSchema>;
/** Type inferred from {@link batchItemSchema}. */
export type BatchItem = z.infer<typeof batchItemSchema>;
/** Type inferred from {@link batchReceiptSchema}. */
export type BatchReceipt = z.infer<typeof batchReceiptSchema>;
/** A parsed request for a batch. */
export type BatchBody = z.output<typeof batchBody>;
