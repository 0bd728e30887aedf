import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { StoredObject } from './files.store.ts';

/** A picture's bytes with what its answer's headers say. */
export interface FileContent extends Pick<StoredObject, 'name' | 'contentType' | 'sha256'> {
  readonly bytes: Buffer;
}

/** The refusal for a file that is not there, or not the caller's. */
export const missingFile = () => notFound('file_not_found', 'This file does not exist.');

/** Reads what a row stands for. Throws `file_not_found` without a row, `unavailable` without an object. */
export type ReadContent = (file: StoredObject | undefined) => Promise<FileContent>;

/** See {@link ReadContent}. */
export function createReadContent(store: Pick<ObjectStore, 'read'>): ReadContent {
  return async (file) => {
    if (!file) throw missingFile();
    const bytes = await store.read(file.storageKey);
    if (bytes)
      return { name: file.name, contentType: file.contentType, sha256: file.sha256, bytes };
    throw new AppError({
      kind: 'unavailable',
      code: 'unavailable',
      message: 'The picture cannot be read just now.',
      retryAfterSeconds: 5,
      details: { fileId: file.id },
    });
  };
}
