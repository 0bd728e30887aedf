import { buffer } from 'node:stream/consumers';
import {
  isObjectKey,
  requireObjectKey,
  storeUnavailable,
  type ObjectStore,
  type OpenObject,
} from './object-store.ts';
import { getObject, headObject, putVerified, removeObject, type Bucket } from './s3-objects.ts';

/** Endpoint, bucket and credentials of an S3-compatible store. */
export interface S3StoreOptions {
  /** Default: AWS's endpoint of the region. */
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Deadline of one whole operation with its retries. Unit: ms. */
  readonly deadlineMs?: number;
}

const usualDeadlineMs = 30_000;
const connectDeadlineMs = 3_000;
/** Long enough for a slow reader at the other end of a stream. */
const idleDeadlineMs = 60_000;
const maxAttempts = 3;
const removalsAtATime = 16;

/**
 * Creates a store in a bucket, which is created on first use if it is missing. Nothing is sent
 * before the first operation.
 */
export async function createS3Store(options: S3StoreOptions): Promise<ObjectStore> {
  // Loaded here only, so that a process which stores files on disk does not pay for the SDK.
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...(options.endpoint !== undefined && { endpoint: options.endpoint }),
    region: options.region,
    credentials: {
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
    },
    forcePathStyle: true,
    // Several compatible stores reject the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { connectionTimeout: connectDeadlineMs, socketTimeout: idleDeadlineMs },
  });
  const bucket: Bucket = {
    sdk,
    client,
    name: options.bucket,
    region: options.region,
    deadlineMs: options.deadlineMs ?? usualDeadlineMs,
  };
  return {
    put: async (key, bytes, { contentType, deadlineMs = bucket.deadlineMs }) => {
      requireObjectKey(key);
      return putVerified({ ...bucket, deadlineMs }, { key, bytes, contentType });
    },
    get: (key) => getObject(bucket, key),
    read: async (key) => {
      const found = await getObject(bucket, key);
      return found && readWhole(found);
    },
    head: (key) => headObject(bucket, key),
    remove: async (keys) => {
      const valid = keys.filter(isObjectKey);
      for (let at = 0; at < valid.length; at += removalsAtATime) {
        const some = valid.slice(at, at + removalsAtATime);
        await Promise.all(some.map((key) => removeObject(bucket, key)));
      }
    },
    close: async () => client.destroy(),
  };
}

async function readWhole({ stream, sizeBytes }: OpenObject): Promise<Buffer> {
  const bytes = await buffer(stream).catch((err: unknown) => {
    throw storeUnavailable(err);
  });
  if (bytes.length === sizeBytes) return bytes;
  throw storeUnavailable(new Error(`the answer had ${bytes.length} of ${sizeBytes} bytes`));
}
