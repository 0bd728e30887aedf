import { isImageType, type StoredFile } from '@shotwright/contract';
import { chargedCredits, failureMessageOf } from '../../shared/capture-charge.ts';
import type { FileLinks } from './file-links.ts';
import type { FileRow } from './files.store.ts';
import type { SignedLinks } from '../../shared/signed-links.ts';

/** Converts a row to its wire format. Units: `duration` in seconds, sizes in bytes. */
export function presentFile(
  row: FileRow,
  links: Pick<FileLinks, 'linkFor' | 'thumbnailFor' | 'previewFor'> & Pick<SignedLinks, 'urlOf'>,
): StoredFile {
  const file =
    row.status === 'COMPLETE' && row.fileId && row.fileName
      ? { id: row.fileId, name: row.fileName }
      : null;
  const presented: StoredFile = {
    id: row.id,
    type: row.source,
    status: row.status,
    livemode: !row.isTest,
    projectId: row.projectId,
    screenshotUrl: file ? links.linkFor(file) : null,
    thumbnailUrl: file ? links.thumbnailFor({ id: row.id, name: file.name }) : null,
    screenshotImageSize: row.sizeBytes,
    imageWidth: row.widthPx,
    imageHeight: row.heightPx,
    creditsRequired: row.credits,
    creditsCharged: chargedCredits(row),
    duration: row.durationSeconds === null ? null : Math.round(row.durationSeconds * 1_000) / 1_000,
    createdAt: new Date(Math.round(row.createdAtSeconds * 1_000)).toISOString(),
    code: row.failureCode,
    error: failureMessageOf(row),
    verdict: row.verdict,
  };
  // Not spread: that would double the cost for each of ten thousand rows.
  if (row.url !== null) presented.url = row.url;
  if (file && !isImageType(row.contentType ?? ''))
    presented.previewUrl = links.previewFor({ id: row.id, name: file.name });
  if (file && row.publicLinkId !== null)
    presented.publicUrl = links.urlOf({ id: row.publicLinkId, name: file.name });
  if (row.annotatedFrom !== null) presented.annotatedFrom = row.annotatedFrom;
  return presented;
}
