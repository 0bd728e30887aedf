import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import type { Database, Db } from '../../db/transaction.ts';
import { notFound } from '../../shared/app-error.ts';
import { newId, newToken } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import {
  findAttachment,
  forgetObjects,
  listAttachments,
  releaseObjects,
  type AttachmentRow,
} from './attachments.store.ts';
import type { ReencodeImage } from './re-encode-image.ts';
import { planObjects } from '../../shared/planned-objects.ts';

interface AttachmentsDependencies {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'put' | 'read' | 'remove'>;
  readonly reencodeImage: ReencodeImage;
  readonly logger: Logger;
}

/** Ticket attachments in the object store. */
export interface AttachmentsService {
  /**
   * Re-encodes uploaded files and stores them under new names, planned for removal until they
   * belong to a ticket. Throws `image_not_readable`, `image_too_big`.
   */
  store(uploaded: readonly Buffer[], signal: AbortSignal): Promise<AttachmentRow[]>;
  list(db: Db, ticketId: number): Promise<AttachmentRow[]>;
  /** Reads an attachment whose URL signature was already verified. Throws `file_not_found`. */
  read(id: string): Promise<AttachmentRow & { readonly bytes: Buffer }>;
  /**
   * Deletes those of the objects that have no row, either removed or never inserted. The sweep
   * later deletes those that cannot be deleted now.
   */
  discard(attachments: readonly Pick<AttachmentRow, 'storageKey'>[]): Promise<void>;
}

/** Creates an {@link AttachmentsService} that stores only re-encoded images. */
export function createAttachmentsService(deps: AttachmentsDependencies): AttachmentsService {
  const { db, store, reencodeImage, logger } = deps;
  const discard: AttachmentsService['discard'] = async (attachments) => {
    try {
      const keys = await releaseObjects(db, keysOf(attachments));
      // Removed from the store first: if the record were deleted first, the object could be leaked.
      await store.remove(keys);
      await forgetObjects(db, keys);
    } catch (err) {
      logger.warn({ err }, 'failed to delete ticket images; the sweep deletes them');
    }
  };
  return {
    store: async (uploaded, signal) => {
      const encoded = [];
      for (const bytes of uploaded) encoded.push(await reencodeImage(bytes, signal));
      const planned = encoded.map((image) => {
        const ending = image.contentType === 'image/png' ? 'png' : 'jpg';
        return { ...image, id: newId(), storageKey: `tickets/k${newToken()}.${ending}` };
      });
      await planObjects(db, keysOf(planned));
      const outcomes = await Promise.allSettled(
        planned.map(async ({ bytes, ...image }) => {
          const { storageKey, contentType } = image;
          return { ...image, ...(await store.put(storageKey, bytes, { contentType })) };
        }),
      );
      const failure = outcomes.find((one) => one.status === 'rejected');
      if (!failure)
        return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      // Only now are all uploads finished.
      await discard(planned);
      throw failure.reason;
    },
    list: listAttachments,
    read: async (id) => {
      const attachment = await findAttachment(db, id);
      const bytes = attachment && (await store.read(attachment.storageKey));
      if (!bytes) throw notFound('file_not_found', 'This image no longer exists.');
      return { ...attachment, bytes };
    },
    discard,
  };
}

function keysOf(attachments: readonly { readonly storageKey: string }[]): string[] {
  return attachments.map(({ storageKey }) => storageKey);
}
