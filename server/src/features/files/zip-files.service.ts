import { extensionOf } from '@shotwright/contract';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import type { Database } from '../../db/transaction.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import { csvLine } from '../../lib/csv.ts';
import { partLabel, type CapturePart } from '../../shared/capture-parts.ts';
import { listZipRows, type ZipRow } from './files.store.ts';
import { createZipNames } from './zip-names.rules.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

interface ZipFilesDependencies {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'read' | 'head'>;
}

/**
 * Returns the files of captures as a zip, read one by one while it is sent, and a `manifest.csv`
 * that lists every requested capture, including those without an image. Throws `file_not_found`
 * unless all are in the scope of the caller, `not_ready` (409) if none is complete, and `unavailable`
 * if the store is down.
 */
export type ZipFiles = (input: {
  readonly organizationId: string;
  /** The only project; null if all. */
  readonly projectId: number | null;
  /** Only those of test mode, or only live ones; undefined: both. */
  readonly isTest: boolean | undefined;
  readonly ids: readonly string[];
  readonly template: string;
}) => Promise<AsyncIterable<Buffer>>;

/** Creates a {@link ZipFiles} that reads from the object store. */
export function createZipFiles({ db, store }: ZipFilesDependencies): ZipFiles {
  return async ({ ids, template, ...scope }) => {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
    const rows = await listZipRows(db, { ...scope, ids: wanted });
    if (rows.length !== wanted.length) {
      throw notFound('file_not_found', 'This file does not exist.');
    }
    const first = rows.find((row) => row.storageKey !== null)?.storageKey;
    if (first === undefined || first === null) throw nothingReady();
    // Checked before the response starts, while it can still report that the store is down.
    await store.head(first);
    return zipStream(entriesOf(rows, { store, template }));
  };
}

async function* entriesOf(
  rows: readonly ZipRow[],
  { store, template }: { store: Pick<ObjectStore, 'read'>; template: string },
): AsyncGenerator<ZipEntry> {
  const nameOf = createZipNames(template);
  const manifest = [csvLine(columns)];
  for (const row of rows) {
    // An image deleted in the meantime is missing in the zip and listed without a path in the
    // manifest.
    const bytes = row.storageKey === null ? undefined : await store.read(row.storageKey);
    const path = bytes && nameOf(partsOf(row));
    manifest.push(manifestLine(row, path ?? null));
    if (!bytes || path === undefined) continue;
    yield { path, bytes, modifiedAt: row.createdAt };
    for (const part of row.parts ?? []) {
      const partBytes = await store.read(part.storageKey);
      const partPath = partPathOf(path, part);
      if (partBytes) yield { path: partPath, bytes: partBytes, modifiedAt: row.createdAt };
    }
  }
  const bytes = Buffer.from(`\ufeff${manifest.join('')}`);
  yield { path: 'manifest.csv', bytes, modifiedAt: new Date() };
}

const columns = [
  'file',
  'id',
  'type',
  'url',
  'project',
  'status',
  'width',
  'height',
  'bytes',
  'credits',
  'created',
  'error',
];

function manifestLine(row: ZipRow, path: string | null): string {
  return csvLine([
    path,
    row.id,
    row.source,
    row.url,
    row.projectName,
    row.status,
    row.widthPx,
    row.heightPx,
    row.sizeBytes,
    row.credits,
    row.createdAt.toISOString(),
    row.failureCode,
  ]);
}

/** Returns the path of a file beside the one at `path`, with its part before its own ending. */
function partPathOf(path: string, part: CapturePart): string {
  const ending = /\.\w+$/.exec(part.name)?.[0] ?? '';
  return `${path.replace(/\.[^./]{1,10}$/, '')}-${partLabel(part)}${ending}`;
}

function partsOf({ id, url, projectName, createdAt, contentType }: ZipRow) {
  const address = url !== null && URL.canParse(url) ? new URL(url) : undefined;
  const at = createdAt.toISOString();
  return {
    project: projectName,
    host: address?.hostname ?? 'html',
    path: address ? address.pathname.replaceAll('/', '-').replaceAll(/^-|-$/g, '') || 'home' : id,
    date: at.slice(0, 10),
    time: at.slice(11, 19).replaceAll(':', ''),
    id,
    ext: extensionOf(contentType ?? ''),
  };
}

function nothingReady(): AppError {
  return new AppError({
    code: 'not_ready',
    message: 'None of these files has an image yet, so there is nothing to download.',
  });
}
