import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import type { StoredObject } from './files.store.ts';

/** An image's bytes with the values of its response headers. */
export interface FileContent extends Pick<StoredObject, 'name' | 'contentType' | 'sha256'> {
  readonly bytes: Buffer;
}

/** Error for a file that does not exist or belongs to another organisation. */
export const fileNotFound = () => notFound('file_not_found', 'This file does not exist.');

/**
 * Reads the stored object of a row. Throws `file_not_found` without a row, `unavailable` without an
 * object.
 */
export type ReadContent = (file: StoredObject | undefined) => Promise<FileContent>;

/** Creates a {@link ReadContent} that reads from the object store. */
export function createReadContent(store: Pick<ObjectStore, 'read'>): ReadContent {
  return async (file) => {
    if (!file) throw fileNotFound();
    const bytes = await store.read(file.storageKey);
    if (bytes)
      return { name: file.name, contentType: file.contentType, sha256: file.sha256, bytes };
    throw new AppError({
      code: 'unavailable',
      message: 'The image is temporarily unavailable. Please try again in a moment.',
      retryAfterSeconds: 5,
      details: { fileId: file.id },
    });
  };
}
