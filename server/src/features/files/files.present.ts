import type { StoredFile } from '@shotwright/contract';
import type { FileLinks } from './file-links.ts';
import type { FileRow } from './files.store.ts';

/** Row → wire. Units: `duration` seconds, sizes bytes. */
export function presentFile(
  row: FileRow,
  links: Pick<FileLinks, 'linkFor' | 'thumbnailFor'>,
): StoredFile {
  const file =
    row.status === 'COMPLETE' && row.fileId && row.fileName
      ? { id: row.fileId, name: row.fileName }
      : null;
  return {
    id: row.id,
    ...(row.url === null ? {} : { url: row.url }),
    type: row.source,
    status: row.status,
    projectId: row.projectId,
    screenshotUrl: file ? links.linkFor(file) : null,
    thumbnailUrl: file ? links.thumbnailFor({ id: row.id, name: file.name }) : null,
    screenshotImageSize: row.sizeBytes,
    imageWidth: row.widthPx,
    imageHeight: row.heightPx,
    creditsRequired: row.credits,
    duration: row.durationMs === null ? null : Math.round(row.durationMs) / 1_000,
    createdAt: row.createdAt,
    code: row.failureCode,
    error: row.failureMessage,
  };
}
