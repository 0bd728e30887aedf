import { destinationLimits } from '@shotwright/contract';
import type { OutboundSender } from '../../../adapters/outbound/outbound-sender.ts';
import type { CustomerBuckets } from '../../../adapters/storage/customer-bucket.ts';
import type { ObjectStore } from '../../../adapters/storage/object-store.ts';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { newId } from '../../../lib/ids.ts';
import type { Logger } from '../../../lib/logger.ts';
import { bucketOf, type DestinationsService } from '../destinations.service.ts';
import { storageKeyOf } from '../storage-path.rules.ts';
import { enqueueFileDelivery, type DeliverFileData } from './deliver-file.jobs.ts';
import {
  endFileDelivery,
  findDueFileDelivery,
  postponeFileDelivery,
  putObjectKey,
  removeLocalCopy,
  type DueFileDelivery,
} from './file-deliveries.store.ts';
import { uploadPurpose } from './upload-targets.service.ts';

interface DeliverFileDependencies {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly store: Pick<ObjectStore, 'read'>;
  readonly buckets: Pick<CustomerBuckets, 'put'>;
  readonly sender: Pick<OutboundSender, 'put'>;
  readonly destinations: Pick<DestinationsService, 'open'>;
  readonly keyRing: Pick<KeyRing, 'decrypt'>;
  readonly logger: Logger;
}

/** Delivers files to customers' buckets and presigned URLs. */
export interface DeliverFile {
  /**
   * Makes one attempt and records it. The same file always has the same key, so that an attempt
   * whose end was not recorded is repeated without harm. Throws if it could not be made.
   */
  deliver(
    job: DeliverFileData & { readonly jobId: string; readonly signal: AbortSignal },
  ): Promise<void>;
  /** Ends a delivery whose worker was lost too often. */
  abandon(job: DeliverFileData & { readonly jobId: string }): Promise<void>;
}

interface DeliveryError {
  readonly code: string;
  readonly message: string;
  /** True if another attempt could not succeed either. */
  readonly isFinal?: boolean;
}

/** Outcome of an attempt; `keepLocal` false: our copy is not needed any more. */
type Delivered = { readonly keepLocal: boolean } | DeliveryError;

/** Waits before the attempts after the first. Unit: s. */
const delaysSeconds = [10, 60, 600, 3_600];

/** Creates a {@link DeliverFile}. */
export function createDeliverFile(deps: DeliverFileDependencies): DeliverFile {
  const { db, logger } = deps;
  return {
    deliver: async ({ signal, jobId, organizationId, deliveryId }) => {
      const due = await findDueFileDelivery(db, { organizationId, id: deliveryId, jobId });
      if (!due) return;
      const outcome = await attempt(deps, due, signal);
      const state = await record(deps, { due, jobId, outcome });
      logger.info({ deliveryId, screenshotId: due.screenshotId, state }, 'file delivery attempted');
    },
    abandon: async ({ jobId, organizationId, deliveryId: id }) => {
      const message = 'The delivery was interrupted too often.';
      const error = { code: 'destination_failed', message };
      await inTransaction(db, (tx) => endFileDelivery(tx, { id, organizationId, jobId, error }));
    },
  };
}

async function attempt(
  deps: DeliverFileDependencies,
  due: DueFileDelivery,
  signal: AbortSignal,
): Promise<Delivered> {
  if (due.storageKey === null) return final('file_not_found', 'The file was deleted.');
  const bytes = await deps.store.read(due.storageKey);
  if (!bytes) return final('file_not_found', 'The file was deleted.');
  if (due.encryptedUploadUrl !== null) {
    return upload(deps, { due, bytes, sealed: due.encryptedUploadUrl, signal });
  }
  return putInBucket(deps, { due, bytes, signal });
}

async function putInBucket(
  { db, destinations, buckets }: DeliverFileDependencies,
  { due, bytes, signal }: { due: DueFileDelivery; bytes: Buffer; signal: AbortSignal },
): Promise<Delivered> {
  const { organizationId, id, destinationId } = due;
  const destination =
    destinationId === null
      ? undefined
      : await destinations.open({ organizationId, id: destinationId });
  if (!destination) return final('destination_not_found', 'The destination was deleted.');
  const template = due.storagePath ?? destination.pathTemplate;
  const objectKey = due.objectKey ?? storageKeyOf({ ...destination, template }, due);
  if (due.objectKey === null) await putObjectKey(db, { id, organizationId, objectKey });
  const { keepLocal, storageClass, acl } = destination;
  const outcome = await buckets.put(
    bucketOf(destination),
    {
      key: objectKey,
      bytes,
      contentType: due.contentType,
      storageClass: storageClass ?? undefined,
      acl: acl ?? undefined,
    },
    { isVerified: !keepLocal, signal },
  );
  return outcome.ok ? { keepLocal } : outcome;
}

async function upload(
  { keyRing, sender }: DeliverFileDependencies,
  {
    due,
    bytes,
    sealed,
    signal,
  }: { due: DueFileDelivery; bytes: Buffer; sealed: Buffer; signal: AbortSignal },
): Promise<Delivered> {
  const url = keyRing.decrypt(uploadPurpose, { sealed, context: due.id });
  const headers = { 'content-type': due.contentType, 'content-length': String(bytes.length) };
  const outcome = await sender.put({ url, headers, body: bytes }, signal);
  signal.throwIfAborted();
  if (outcome.kind === 'failed') {
    return { code: 'destination_failed', message: outcome.message };
  }
  const { statusCode } = outcome;
  if (statusCode >= 200 && statusCode < 300) return { keepLocal: true };
  const message = `The upload URL responded with ${statusCode}.`;
  const isDenied = statusCode === 401 || statusCode === 403;
  return { code: isDenied ? 'destination_denied' : 'destination_failed', message };
}

const final = (code: string, message: string): DeliveryError => ({ code, message, isFinal: true });

function record(
  { db, queue }: DeliverFileDependencies,
  input: { readonly due: DueFileDelivery; readonly jobId: string; readonly outcome: Delivered },
): Promise<string> {
  const { due, jobId, outcome } = input;
  const { id, organizationId, attempts } = due;
  const error = 'code' in outcome ? outcome : null;
  const delaySeconds = delaysSeconds[attempts];
  const isLast = error?.isFinal === true || attempts + 1 >= destinationLimits.attempts;
  return inTransaction(db, async (tx) => {
    if (error === null || isLast || delaySeconds === undefined) {
      if (!(await endFileDelivery(tx, { id, organizationId, jobId, error }))) return 'superseded';
      const isCopyObsolete = 'keepLocal' in outcome && !outcome.keepLocal;
      if (isCopyObsolete) await removeLocalCopy(tx, due);
      return error === null ? 'DELIVERED' : 'FAILED';
    }
    const nextJobId = newId();
    const step = { id, organizationId, jobId, error, nextJobId, delaySeconds };
    if (!(await postponeFileDelivery(tx, step))) return 'superseded';
    await enqueueFileDelivery(tx, queue, {
      organizationId,
      deliveryId: id,
      jobId: nextJobId,
      delaySeconds,
    });
    return 'PENDING';
  });
}
