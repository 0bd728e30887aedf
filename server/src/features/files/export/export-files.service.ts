import { outputFormats } from '@shotwright/contract';
import type { Database } from '../../../db/transaction.ts';
import { csvLine } from '../../../lib/csv.ts';
import { newId } from '../../../lib/ids.ts';
import { chargedCredits } from '../../../shared/capture-charge.ts';
import type { FileFilter } from '../search/list-page.service.ts';
import { matchingFiles } from '../search/matching-files.ts';
import { listExportedFiles, type ExportedFile } from './export-files.store.ts';

/** Yields all files that match a filter as lines of a CSV file, newest first. */
export type ExportFiles = (filter: FileFilter) => AsyncGenerator<string>;

const batchSize = 500;

const columns = [
  'id',
  'url',
  'project',
  'created',
  'status',
  'format',
  'device',
  'width',
  'height',
  'size',
];

/** Creates an {@link ExportFiles}, which reads one batch after the other. The credits are a column if billing is on. */
export function createExportFiles({
  db,
  isBillingOn,
}: {
  readonly db: Database;
  readonly isBillingOn: boolean;
}): ExportFiles {
  return async function* exportFiles(filter) {
    // Byte order mark, by which spreadsheets recognise UTF-8.
    yield `\ufeff${csvLine([...columns, ...(isBillingOn ? ['credits'] : [])])}`;
    const { organizationId } = filter;
    for await (const ids of matchingFiles(db, filter, { before: newId(), batchSize })) {
      const files = await listExportedFiles(db, { organizationId, ids });
      yield files.map((file) => csvLine(cellsOf(file, isBillingOn))).join('');
    }
  };
}

function cellsOf(file: ExportedFile, isBillingOn: boolean) {
  return [
    file.id,
    file.url,
    file.projectName,
    file.createdAt.toISOString(),
    file.status,
    formatOf(file.contentType),
    file.deviceName ?? file.deviceKind,
    file.widthPx,
    file.heightPx,
    file.sizeBytes,
    ...(isBillingOn ? [chargedCredits(file)] : []),
  ];
}

function formatOf(contentType: string | null): string | null {
  const formats = Object.entries(outputFormats);
  return formats.find(([, format]) => format.contentType === contentType)?.[0] ?? null;
}
