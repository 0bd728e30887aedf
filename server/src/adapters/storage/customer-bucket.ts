import { createHash } from 'node:crypto';
import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type * as S3Sdk from '@aws-sdk/client-s3';
import { ignoreErrors } from '../../lib/run-in-background.ts';

/** A bucket of a customer with its credentials. */
export interface CustomerBucket {
  /** Undefined: Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** An object to write. */
export interface BucketObject {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly storageClass: string | undefined;
  readonly acl: string | undefined;
}

/** Outcome of an operation; errors of the bucket never throw. `message`: for its owner. */
export type BucketOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: BucketErrorCode; readonly message: string };

/** Reasons why a bucket cannot be used. */
export type BucketErrorCode =
  | 'destination_denied'
  | 'destination_not_found'
  | 'destination_not_allowed'
  | 'destination_failed';

/** Writes to customers' buckets. Each connection is checked against the address policy. */
export interface CustomerBuckets {
  /** Writes an object, replacing one with the same key. `isVerified`: reads its size back. */
  put(
    bucket: CustomerBucket,
    object: BucketObject,
    options: { readonly isVerified: boolean; readonly signal?: AbortSignal },
  ): Promise<BucketOutcome>;
  /** Writes a small object and deletes it. */
  probe(bucket: CustomerBucket, key: string): Promise<BucketOutcome>;
}

/** Opens a connection; rejects private IPs itself. IPv6 hosts without brackets. */
export type ConnectBucket = (target: {
  readonly host: string;
  readonly port: number;
}) => Promise<Socket>;

interface CustomerBucketsOptions {
  readonly connect: ConnectBucket;
  /** Explains an error of `connect`. Returns undefined if the error is not one of its own. */
  explain(error: unknown): { readonly reason: string; readonly sentence: string } | undefined;
  /** Deadline of one operation. Unit: ms. */
  readonly deadlineMs?: number;
}

const usualDeadlineMs = 60_000;

/** Creates {@link CustomerBuckets} over the SDK, with connections of `connect` only. */
export function createCustomerBuckets(options: CustomerBucketsOptions): CustomerBuckets {
  const withClient = async (
    bucket: CustomerBucket,
    work: (client: S3Sdk.S3Client, sdk: typeof S3Sdk, signal: AbortSignal) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<BucketOutcome> => {
    // Loaded here only, so that a process without destinations does not pay for the SDK.
    const sdk = await import('@aws-sdk/client-s3');
    const client = openClient(sdk, bucket, options);
    const deadline = AbortSignal.timeout(options.deadlineMs ?? usualDeadlineMs);
    try {
      await work(client, sdk, signal ? AbortSignal.any([signal, deadline]) : deadline);
      return { ok: true };
    } catch (error) {
      signal?.throwIfAborted();
      return { ok: false, ...describe(options, error, bucket) };
    } finally {
      client.destroy();
    }
  };
  return {
    put: (bucket, object, { isVerified, signal }) =>
      withClient(
        bucket,
        async (client, sdk, abortSignal) => {
          await client.send(putCommand(sdk, bucket, object), { abortSignal });
          if (!isVerified) return;
          const place = { Bucket: bucket.bucket, Key: object.key };
          const head = await client.send(new sdk.HeadObjectCommand(place), { abortSignal });
          if (head.ContentLength !== object.bytes.length) throw new SizeError();
        },
        signal,
      ),
    probe: (bucket, key) =>
      withClient(bucket, async (client, sdk, abortSignal) => {
        const bytes = Buffer.from('Shotwright can write to this bucket.\n');
        const object = { key, bytes, contentType: 'text/plain' };
        const put = putCommand(sdk, bucket, { ...object, storageClass: undefined, acl: undefined });
        await client.send(put, { abortSignal });
        const place = { Bucket: bucket.bucket, Key: key };
        await client.send(new sdk.DeleteObjectCommand(place), { abortSignal });
      }),
  };
}

class SizeError extends Error {}

function putCommand(sdk: typeof S3Sdk, { bucket }: CustomerBucket, object: BucketObject) {
  const { key, bytes, contentType, storageClass, acl } = object;
  const StorageClass = oneOf(sdk.StorageClass, storageClass);
  const ACL = oneOf(sdk.ObjectCannedACL, acl);
  return new sdk.PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: bytes,
    ContentLength: bytes.length,
    ContentType: contentType,
    ContentMD5: createHash('md5').update(bytes).digest('base64'),
    ...(StorageClass && { StorageClass }),
    ...(ACL && { ACL }),
  });
}

function oneOf<T extends string>(
  values: Record<string, T>,
  text: string | undefined,
): T | undefined {
  return Object.values(values).find((value) => value === text);
}

function openClient(
  sdk: typeof S3Sdk,
  bucket: CustomerBucket,
  { connect }: CustomerBucketsOptions,
): S3Sdk.S3Client {
  const { accessKeyId, secretAccessKey, endpoint, region } = bucket;
  return new sdk.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Several compatible stores reject the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The job repeats the delivery.
    maxAttempts: 1,
    requestHandler: {
      httpAgent: new CheckedHttpAgent(connect),
      httpsAgent: new CheckedHttpsAgent(connect),
    },
  });
}

type Connected = (error: Error | null, socket: Duplex) => void;

class CheckedHttpAgent extends HttpAgent {
  readonly #connect: ConnectBucket;

  constructor(connect: ConnectBucket) {
    super({ keepAlive: false });
    this.#connect = connect;
  }

  override createConnection(options: ClientRequestArgs, callback?: Connected): undefined {
    dialFor({ options, defaultPort: 80, connect: this.#connect }, callback);
  }
}

class CheckedHttpsAgent extends HttpsAgent {
  readonly #connect: ConnectBucket;

  constructor(connect: ConnectBucket) {
    super({ keepAlive: false });
    this.#connect = connect;
  }

  override createConnection(
    options: ClientRequestArgs & AgentOptions,
    callback?: Connected,
  ): undefined {
    const servername = String(options.host);
    dialFor({ options, defaultPort: 443, connect: this.#connect }, (error, socket) => {
      if (error) callback?.(error, socket);
      else callback?.(null, connectTls({ socket, servername }));
    });
  }
}

interface Dialing {
  readonly options: ClientRequestArgs;
  readonly defaultPort: number;
  readonly connect: ConnectBucket;
}

function dialFor(dialing: Dialing, connected?: Connected): void {
  if (connected) ignoreErrors(dial(dialing, connected));
}

async function dial(
  { options: { host, port }, defaultPort, connect }: Dialing,
  connected: Connected,
): Promise<void> {
  let socket: Socket;
  try {
    socket = await connect({
      host: String(host).replaceAll(/^\[|\]$/g, ''),
      port: Number(port ?? defaultPort),
    });
  } catch (error) {
    connected(error instanceof Error ? error : new Error('the connection failed'), new Socket());
    return;
  }
  connected(null, socket);
}

function describe(
  { explain }: CustomerBucketsOptions,
  error: unknown,
  { endpoint, bucket }: CustomerBucket,
): { readonly code: BucketErrorCode; readonly message: string } {
  const store = endpoint === undefined ? 'Amazon S3' : new URL(endpoint).host;
  const known = explain(error);
  if (known) {
    const isDenied = known.reason === 'url_not_allowed';
    return {
      code: isDenied ? 'destination_not_allowed' : 'destination_failed',
      message: known.sentence,
    };
  }
  if (error instanceof SizeError) {
    return { code: 'destination_failed', message: `${store} stored a file of another size.` };
  }
  const name = error instanceof Error ? error.name : '';
  const status = statusOf(error);
  if (name === 'NoSuchBucket' || status === 404) {
    return {
      code: 'destination_not_found',
      message: `${store} has no bucket named ${bucket}.`,
    };
  }
  if (status === 401 || status === 403) {
    const reason = name === '' || name === 'Error' || name === 'Unknown' ? '' : ` (${name})`;
    return {
      code: 'destination_denied',
      message: `${store} denied access to the bucket ${bucket}${reason}. Check the access key and its permissions.`,
    };
  }
  if (name === 'AbortError' || name === 'TimeoutError') {
    return { code: 'destination_failed', message: `${store} did not respond in time.` };
  }
  const answer = status === undefined ? 'could not be reached' : `responded with ${status}`;
  const reason = status === undefined || name === '' ? '' : ` (${name})`;
  return { code: 'destination_failed', message: `${store} ${answer}${reason}.` };
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const status: unknown = Reflect.get(metadata, 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}
