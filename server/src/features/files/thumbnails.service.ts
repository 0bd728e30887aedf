import { isImageType } from '@shotwright/contract';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import type { Database } from '../../db/transaction.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import { newId, newToken } from '../../lib/ids.ts';
import { sha256 } from '../../lib/crypto.ts';
import type { FileContent, ReadContent } from './file-content.ts';
import { findFileOfScreenshot, insertThumbnail, type StoredObject } from './files.store.ts';
import { renderThumbnail } from './thumbnail.ts';

interface ThumbnailsDependencies {
  readonly db: Database;
  readonly readContent: ReadContent;
  readonly store: Pick<ObjectStore, 'read' | 'put' | 'remove'>;
}

/**
 * Thumbnails and previews. Thumbnails are rendered and stored on first access: most captures made by
 * programs are never viewed here.
 */
export interface ThumbnailsService {
  /** Reads a thumbnail whose URL signature was already verified. Throws `file_not_found`. */
  readThumbnail(screenshotId: string): Promise<FileContent>;
  /**
   * Reads the image beside a document by a URL whose signature was already verified. Throws
   * `file_not_found`.
   */
  readPreview(screenshotId: string): Promise<FileContent>;
}

/**
 * Returns false if the store is unavailable: the thumbnail is served anyway and rendered again next
 * time.
 */
async function put(
  store: Pick<ObjectStore, 'put'>,
  { storageKey, contentType }: { readonly storageKey: string; readonly contentType: string },
  bytes: Buffer,
): Promise<boolean> {
  try {
    await store.put(storageKey, bytes, { contentType });
    return true;
  } catch (err) {
    if (err instanceof AppError && err.code === 'unavailable') return false;
    throw err;
  }
}

const missing = () => notFound('file_not_found', 'This file does not exist.');

/** Creates a {@link ThumbnailsService} that renders each thumbnail once for concurrent requests. */
export function createThumbnailsService({
  db,
  store,
  readContent,
}: ThumbnailsDependencies): ThumbnailsService {
  const inProgress = new Map<string, Promise<FileContent>>();

  const keep = async (original: StoredObject): Promise<FileContent> => {
    const image = await store.read(original.storageKey);
    if (!image) throw missing();
    const thumbnail = await renderThumbnail(image);
    const file = {
      id: newId(),
      organizationId: original.organizationId,
      screenshotId: original.screenshotId,
      storageKey: `thumbnails/${original.screenshotId}/k${newToken()}.webp`,
      name: original.name.replace(/\.\w+$/, '.webp'),
      contentType: thumbnail.contentType,
      sizeBytes: thumbnail.bytes.byteLength,
      sha256: sha256(thumbnail.bytes),
      widthPx: thumbnail.widthPx,
      heightPx: thumbnail.heightPx,
    };
    if (await put(store, file, thumbnail.bytes)) {
      const isInserted = await insertThumbnail(db, file);
      if (!isInserted) await store.remove([file.storageKey]);
    }
    return {
      name: file.name,
      contentType: file.contentType,
      sha256: file.sha256,
      bytes: thumbnail.bytes,
    };
  };

  const findOrRender = async (screenshotId: string): Promise<FileContent> => {
    const known = await findFileOfScreenshot(db, { screenshotId, kind: 'thumbnail' });
    const bytes = known && (await store.read(known.storageKey));
    if (known && bytes) {
      return { name: known.name, contentType: known.contentType, sha256: known.sha256, bytes };
    }
    const file = await findFileOfScreenshot(db, { screenshotId, kind: 'image' });
    const isDocument = file !== undefined && !isImageType(file.contentType);
    const original = isDocument
      ? await findFileOfScreenshot(db, { screenshotId, kind: 'preview' })
      : file;
    if (!original) throw missing();
    return keep(original);
  };

  return {
    readPreview: async (screenshotId) =>
      readContent(await findFileOfScreenshot(db, { screenshotId, kind: 'preview' })),
    readThumbnail: (screenshotId) => {
      const running = inProgress.get(screenshotId);
      if (running) return running;
      const rendering = findOrRender(screenshotId).finally(() => inProgress.delete(screenshotId));
      inProgress.set(screenshotId, rendering);
      return rendering;
    },
  };
}
