import type { Batch, BatchItem } from '@shotwright/contract';
import { chargedCredits, failureMessageOf } from '../../../shared/capture-charge.ts';
import type { ImageLinks } from '../screenshots.present.ts';
import type { ItemRow } from './batch-items.store.ts';
import type { BatchRow } from './batches.store.ts';

/** Location of the API. */
export interface ApiLocation {
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Returns the URL of a batch's progress. */
export const batchUrlOf = (batchId: string, { publicUrl }: ApiLocation): string =>
  `${publicUrl}/api/v1/batches/${batchId}`;

/** Converts a batch to its wire format. */
export function presentBatch(row: BatchRow, location: ApiLocation): Batch {
  const { items, pending, processing, complete, failed } = row;
  const deleted = items - pending - processing - complete - failed;
  return {
    batchId: row.id,
    name: row.name,
    status: row.status,
    paused: row.pausedAt !== null,
    livemode: !row.isTest,
    projectId: row.projectId,
    counts: { items, pending, processing, complete, failed, deleted },
    creditRequired: row.credits,
    creditsCharged: row.creditsCharged,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    statusUrl: batchUrlOf(row.id, location),
  };
}

/** Converts an item to its wire format. */
export function presentItem(
  row: ItemRow,
  {
    publicUrl,
    links,
  }: ApiLocation & { readonly links: Pick<ImageLinks, 'linkFor' | 'thumbnailFor'> },
): BatchItem {
  const { fileId, fileName } = row;
  const file = fileId === null || fileName === null ? null : { id: fileId, name: fileName };
  return {
    index: row.index,
    requestId: row.id,
    status: row.status,
    type: row.source,
    url: row.url,
    externalId: row.externalId,
    screenshotUrl: file && links.linkFor(file),
    thumbnailUrl: file && links.thumbnailFor({ id: row.id, name: file.name }),
    creditsCharged: chargedCredits(row),
    code: row.failureCode,
    message: failureMessageOf(row),
    retryable: row.isRetryable,
    statusUrl: `${publicUrl}/api/v1/screenshots/${row.id}`,
  };
}
