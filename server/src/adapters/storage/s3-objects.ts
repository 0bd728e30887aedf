import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as S3Sdk from '@aws-sdk/client-s3';
import {
  isObjectKey,
  storeUnavailable,
  type OpenObject,
  type StoredObject,
} from './object-store.ts';

/** Pauses between the verifications of one object. Unit: ms. */
const verificationPausesMs = [25, 100, 400];

/** An open bucket with the dependencies of each operation. */
export interface Bucket {
  readonly sdk: typeof S3Sdk;
  readonly client: S3Sdk.S3Client;
  readonly name: string;
  readonly region: string;
  /** Deadline of one operation with its retries, until the response headers. Unit: ms. */
  readonly deadlineMs: number;
}

interface NewObject {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/**
 * Stores an object and verifies it, because the response to a PUT alone proves nothing. Creates the
 * bucket if it is missing.
 */
export async function putVerified(bucket: Bucket, object: NewObject): Promise<StoredObject> {
  const { sdk, client, name: Bucket } = bucket;
  const md5 = createHash('md5').update(object.bytes).digest();
  const put = (): Promise<unknown> =>
    withDeadline(bucket, (abortSignal) =>
      client.send(
        new sdk.PutObjectCommand({
          Bucket,
          Key: object.key,
          Body: object.bytes,
          ContentLength: object.bytes.length,
          ContentType: object.contentType,
          // The one checksum that every compatible store supports, and must reject on a mismatch.
          ContentMD5: md5.toString('base64'),
        }),
        { abortSignal },
      ),
    );
  try {
    await put().catch(async (err: unknown) => {
      if (!isCalled(err, 'NoSuchBucket')) throw err;
      await createBucket(bucket);
      await put();
    });
    await verify(bucket, object, md5.toString('hex'));
  } catch (err) {
    throw storeUnavailable(err);
  }
  return {
    sizeBytes: object.bytes.length,
    sha256: createHash('sha256').update(object.bytes).digest('hex'),
  };
}

/** Opens an object. The deadline ends at the response headers, because the reader may be slow. */
export async function getObject(bucket: Bucket, key: string): Promise<OpenObject | undefined> {
  const { sdk, client, name: Bucket } = bucket;
  const found = await unlessAbsent(key, () =>
    withDeadline(bucket, (abortSignal) =>
      client.send(new sdk.GetObjectCommand({ Bucket, Key: key }), { abortSignal }),
    ),
  );
  if (!found) return undefined;
  if (!(found.Body instanceof Readable) || found.ContentLength === undefined) {
    throw storeUnavailable(new Error('the store answered without a body or its length'));
  }
  return { stream: found.Body, sizeBytes: found.ContentLength };
}

/** Returns the size of an object. */
export async function headObject(
  bucket: Bucket,
  key: string,
): Promise<{ readonly sizeBytes: number } | undefined> {
  const found = await unlessAbsent(key, () => head(bucket, key));
  return found && { sizeBytes: found.ContentLength ?? 0 };
}

/** Removes one object if it exists. */
export async function removeObject(bucket: Bucket, key: string): Promise<void> {
  const { sdk, client, name: Bucket } = bucket;
  await unlessAbsent(key, () =>
    withDeadline(bucket, (abortSignal) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }), { abortSignal }),
    ),
  );
}

function head({ sdk, client, name: Bucket, ...rest }: Bucket, key: string) {
  return withDeadline(rest, (abortSignal) =>
    client.send(new sdk.HeadObjectCommand({ Bucket, Key: key }), { abortSignal }),
  );
}

/** Verifies an object, repeatedly because some stores respond before they have written it whole. */
async function verify(bucket: Bucket, object: NewObject, md5: string): Promise<void> {
  for (const pauseMs of verificationPausesMs) {
    if ((await findDifference(bucket, object, md5)) === undefined) return;
    await sleep(pauseMs);
  }
  const difference = await findDifference(bucket, object, md5);
  if (difference !== undefined) throw new Error(difference);
}

/**
 * Compares an object by its ETag, which is the MD5 unless the store encrypts or splits objects.
 * Otherwise the object itself is read back. Returns the difference; undefined if there is none.
 */
async function findDifference(
  bucket: Bucket,
  object: NewObject,
  md5: string,
): Promise<string | undefined> {
  const { ContentLength, ETag } = await head(bucket, object.key);
  if (ContentLength !== object.bytes.length) {
    return `the store has ${ContentLength} of ${object.bytes.length} bytes`;
  }
  if (ETag?.replaceAll('"', '').toLowerCase() === md5) return undefined;
  const found = await getObject(bucket, object.key);
  const bytes = found && (await buffer(found.stream));
  return bytes?.equals(object.bytes) ? undefined : 'the store has other bytes than were sent';
}

async function createBucket(bucket: Bucket): Promise<void> {
  const { sdk, client, name: Bucket, region } = bucket;
  // The request must not name AWS's first region or the region names of other stores.
  const place = Object.values(sdk.BucketLocationConstraint).find((name) => name === region);
  const command = new sdk.CreateBucketCommand({
    Bucket,
    ...(place && { CreateBucketConfiguration: { LocationConstraint: place } }),
  });
  try {
    await withDeadline(bucket, (abortSignal) => client.send(command, { abortSignal }));
  } catch (err) {
    // Another process was faster. If the bucket belongs to another account, the next statement
    // fails.
    const isThere = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];
    if (!isThere.some((name) => isCalled(err, name))) throw err;
  }
}

async function unlessAbsent<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
  if (!isObjectKey(key)) return undefined;
  try {
    return await work();
  } catch (err) {
    if (['NoSuchKey', 'NotFound', 'NoSuchBucket'].some((name) => isCalled(err, name))) {
      return undefined;
    }
    throw storeUnavailable(err);
  }
}

async function withDeadline<T>(
  { deadlineMs }: { readonly deadlineMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), deadlineMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function isCalled(err: unknown, name: string): boolean {
  return err instanceof Error && err.name === name;
}
