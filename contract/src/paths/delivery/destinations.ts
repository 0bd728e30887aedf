import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for destinations. */
export const destinationPaths = {
  listDestinations: { method: 'GET', path: '/destinations' },
  createDestination: { method: 'POST', path: '/destinations' },
  updateDestination: { method: 'PATCH', path: '/destinations/{id}' },
  deleteDestination: { method: 'DELETE', path: '/destinations/{id}' },
  testDestination: { method: 'POST', path: '/destinations/{id}/test' },
  retryFileDelivery: { method: 'POST', path: '/screenshots/{id}/delivery/retry' },
} as const satisfies PathTable;

/** Placeholders of the path of a delivered file. */
export const storagePathParts = [
  'project',
  'host',
  'slug',
  'yyyy',
  'mm',
  'dd',
  'id',
  'sha256',
  'device',
  'theme',
  'external_id',
  'name',
  'ext',
] as const;
/** One of the {@link storagePathParts}. */
export type StoragePathPart = (typeof storagePathParts)[number];

/** Limits of destinations and of their deliveries. */
export const destinationLimits = {
  perOrganization: 20,
  urlLength: 2_048,
  /** Text of a template and of one field. */
  textLength: 200,
  templateLength: 500,
  /** Path of a delivered file. Unit: bytes. Source: Amazon S3, "Creating object key names". */
  pathBytes: 1_024,
  attempts: 5,
} as const;

/** Path of a delivered file if neither the request nor the destination says. */
export const defaultStoragePath = '{project}/{host}/{yyyy}/{mm}/{slug}-{id}.{ext}';

/** Storage classes of S3. Compatible stores support some of them. */
export const storageClasses = [
  'STANDARD',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
  'REDUCED_REDUNDANCY',
] as const;

/** Access control lists of S3. Buckets without such lists reject all of them. */
export const objectAcls = ['private', 'public-read', 'bucket-owner-full-control'] as const;

/** States of the delivery of a file. */
export const fileDeliveryStates = ['PENDING', 'DELIVERED', 'FAILED'] as const;
/** One of the {@link fileDeliveryStates}. */
export type FileDeliveryState = (typeof fileDeliveryStates)[number];
