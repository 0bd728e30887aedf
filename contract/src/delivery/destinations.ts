import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  defaultStoragePath,
  destinationLimits,
  destinationPaths,
  fileDeliveryStates,
  objectAcls,
  storageClasses,
} from '../paths/delivery/destinations.ts';
import { listChoices } from '../capture-options/docs.ts';
import { textLimits } from '../paths/limits.ts';
import { nameText, wireBoolean, wireId, wireInstant, wireUuid } from '../wire.ts';

/** A bucket of a customer as shown to its owner; the secret is never shown. */
export const destinationSchema = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.literal('s3'),
  /** Null: Amazon S3. */
  endpoint: z.string().nullable(),
  region: z.string(),
  bucket: z.string(),
  access_key_id: z.string(),
  prefix: z.string(),
  path_template: z.string(),
  storage_class: z.enum(storageClasses).nullable(),
  acl: z.enum(objectAcls).nullable(),
  public_base_url: z.string().nullable(),
  /** False: our copy is deleted after its delivery. */
  keep_local: z.boolean(),
  created_at: wireInstant,
});

/** Delivery of the file of a screenshot to a bucket or a presigned URL. */
export const fileDeliverySchema = z.object({
  state: z.enum(fileDeliveryStates),
  /** Null for an `upload_url`, and for a destination that was deleted. */
  destinationId: z.int().nullable(),
  destination: z.string().nullable(),
  /** Path in the bucket; null until the first attempt, and for an `upload_url`. */
  path: z.string().nullable(),
  /** URL of the file under the `public_base_url` of its destination. */
  url: z.string().nullable(),
  attempts: z.int(),
  maxAttempts: z.int(),
  nextAttemptAt: wireInstant.nullable(),
  deliveredAt: wireInstant.nullable(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
});

const line = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .min(1, { error: 'must not be blank' })
    .max(max, { error: `must be at most ${max} characters` })
    .regex(/^[^\p{Cc}]*$/u, { error: 'must not contain control characters' });
const url = line(destinationLimits.urlLength);
const text = line(destinationLimits.textLength);
const bucket = z
  .string({ error: 'must be text' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, {
    error: 'must be the name of a bucket: 3 to 63 letters, digits, dots, hyphens and underscores',
  });
const region = z
  .string({ error: 'must be text' })
  .regex(/^[a-z0-9-]{1,64}$/, { error: 'must be a region such as us-east-1 or auto' });
const prefix = z
  .string({ error: 'must be text' })
  .max(destinationLimits.textLength)
  .regex(/^[A-Za-z0-9._/-]*$/, {
    error: 'must consist of letters, digits, dots, hyphens, underscores and slashes',
  });
const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be ${listChoices(values)}, or null` }).nullable();

const fields = {
  name: nameText(textLimits.name),
  kind: z.literal('s3', { error: 'must be s3' }),
  endpoint: url.nullable(),
  region,
  bucket,
  access_key_id: text,
  secret_access_key: text,
  prefix,
  path_template: line(destinationLimits.templateLength),
  storage_class: choice(storageClasses),
  acl: choice(objectAcls),
  public_base_url: url.nullable(),
  keep_local: wireBoolean,
};

const tag = 'Destinations';
const auth = 'session_or_key';
const params = z.object({ id: wireId });
const destinationResponse = {
  kind: 'envelope',
  schema: z.object({ destination: destinationSchema }),
} as const;

/** Endpoints for customers' buckets, to which captures are delivered. */
export const destinationEndpoints = {
  listDestinations: defineEndpoint({
    ...destinationPaths.listDestinations,
    operationId: 'listDestinations',
    summary: 'List destinations, newest first',
    tag,
    auth,
    right: 'integrate',
    response: {
      kind: 'envelope',
      schema: z.object({ destinations: z.array(destinationSchema) }),
    },
  }),
  createDestination: defineEndpoint({
    ...destinationPaths.createDestination,
    operationId: 'createDestination',
    summary: 'Create a destination: a bucket of an S3-compatible store',
    tag,
    auth,
    right: 'integrate',
    successStatus: 201,
    body: z.strictObject({
      ...fields,
      kind: fields.kind.default('s3'),
      endpoint: fields.endpoint.default(null),
      prefix: fields.prefix.default(''),
      path_template: fields.path_template.default(defaultStoragePath),
      storage_class: fields.storage_class.default(null),
      acl: fields.acl.default(null),
      public_base_url: fields.public_base_url.default(null),
      keep_local: fields.keep_local.default(true),
    }),
    response: destinationResponse,
  }),
  updateDestination: defineEndpoint({
    ...destinationPaths.updateDestination,
    operationId: 'updateDestination',
    summary: 'Change fields of a destination',
    tag,
    auth,
    right: 'integrate',
    params,
    body: z.strictObject(fields).omit({ kind: true }).partial(),
    response: destinationResponse,
  }),
  deleteDestination: defineEndpoint({
    ...destinationPaths.deleteDestination,
    operationId: 'deleteDestination',
    summary: 'Delete a destination; delivered files stay in the bucket',
    tag,
    auth,
    right: 'integrate',
    params,
    response: { kind: 'envelope', schema: z.object({}) },
  }),
  testDestination: defineEndpoint({
    ...destinationPaths.testDestination,
    operationId: 'testDestination',
    summary: 'Write a small object to a destination and delete it',
    tag,
    auth,
    right: 'integrate',
    params,
    response: {
      kind: 'envelope',
      schema: z.object({
        isReachable: z.boolean(),
        code: z.string().nullable(),
        error: z.string().nullable(),
      }),
    },
  }),
  retryFileDelivery: defineEndpoint({
    ...destinationPaths.retryFileDelivery,
    operationId: 'retryFileDelivery',
    summary: 'Deliver the file of a screenshot again, after its delivery has failed',
    tag,
    auth,
    params: z.object({ id: wireUuid }),
    response: { kind: 'envelope', schema: z.object({ delivery: fileDeliverySchema }) },
  }),
} as const;

/** Type inferred from {@link destinationSchema}. */
export type Destination = z.infer<typeof destinationSchema>;
/** Type inferred from {@link fileDeliverySchema}. */
export type FileDelivery = z.infer<typeof fileDeliverySchema>;
