import { secretMask, type CaptureOptions } from '@shotwright/contract';
import { inTransaction, type Database, type Db, type Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { newId } from '../../../lib/ids.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import type { ReadSecureUrl } from '../../../shared/public-url.ts';
import { destinationNotFound } from '../destinations.service.ts';
import { requirePathTemplate } from '../storage-path.rules.ts';
import { enqueueFileDelivery } from './deliver-file.jobs.ts';
import {
  findFileDelivery,
  insertFileDelivery,
  removeFileDelivery,
  restartFileDelivery,
  startFileDelivery,
  type FileDeliveryRef,
  type FileDeliveryRow,
} from './file-deliveries.store.ts';

/** Purpose of the encryption of upload URLs; the context is the id of the delivery. */
export const uploadPurpose = 'upload-url';

/** Deliveries of files from the request of a capture to its end. */
export interface UploadTargets {
  /** Checks the options without the database. Throws the errors of a URL, `validation_failed`. */
  check(options: CaptureOptions): void;
  /** Adds the delivery of an accepted capture. Throws `destination_not_found` (404). */
  prepare(tx: Tx, input: FileDeliveryRef & { readonly options: CaptureOptions }): Promise<void>;
  /** Starts the delivery of a capture that is complete. */
  start(tx: Tx, ref: FileDeliveryRef): Promise<void>;
  /** Deletes the delivery of a capture that has failed. */
  cancel(tx: Tx, ref: FileDeliveryRef): Promise<void>;
  find(db: Db, ref: FileDeliveryRef): Promise<FileDeliveryRow | undefined>;
  /** Throws `conflict` (409) if there is nothing to deliver again. */
  retry(ref: FileDeliveryRef): Promise<FileDeliveryRow>;
}

/** Creates {@link UploadTargets} that deliver through the job queue. */
export function createUploadTargets(deps: {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly keyRing: Pick<KeyRing, 'encrypt'>;
  readonly readSecureUrl: ReadSecureUrl;
}): UploadTargets {
  const { db, queue } = deps;
  return {
    check: ({ upload_url: url, storage_path: path }) => {
      if (url === secretMask) throw invalidField('upload_url', 'is masked; send the real value');
      if (url !== undefined) deps.readSecureUrl(url, uploadField);
      if (path !== undefined) requirePathTemplate('storage_path', path);
    },
    prepare: async (tx, { organizationId, screenshotId, options }) => {
      const { destination_id: destinationId = null, upload_url: url, storage_path: path } = options;
      const id = newId();
      const isInserted = await insertFileDelivery(tx, {
        id,
        organizationId,
        screenshotId,
        destinationId,
        encryptedUploadUrl:
          url === undefined
            ? null
            : deps.keyRing.encrypt(uploadPurpose, { text: url, context: id }),
        storagePath: path ?? null,
      });
      if (!isInserted) throw destinationNotFound();
    },
    start: async (tx, ref) => {
      const jobId = newId();
      const deliveryId = await startFileDelivery(tx, { ...ref, jobId });
      if (deliveryId === undefined) return;
      const { organizationId } = ref;
      await enqueueFileDelivery(tx, queue, { organizationId, deliveryId, jobId });
    },
    cancel: removeFileDelivery,
    find: findFileDelivery,
    retry: (ref) =>
      inTransaction(db, async (tx) => {
        const jobId = newId();
        const deliveryId = await restartFileDelivery(tx, { ...ref, jobId });
        if (deliveryId === undefined) throw nothingToDeliver();
        const { organizationId } = ref;
        await enqueueFileDelivery(tx, queue, { organizationId, deliveryId, jobId });
        const row = await findFileDelivery(tx, ref);
        if (!row) throw nothingToDeliver();
        return row;
      }),
  };
}

const uploadField = { path: 'upload_url', example: 'https://bucket.example.com/key?signature=…' };

function nothingToDeliver(): AppError {
  return new AppError({
    code: 'conflict',
    message:
      'There is nothing to deliver again: the file was delivered or deleted, or its upload URL is not stored any more.',
  });
}
