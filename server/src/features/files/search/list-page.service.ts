import {
  outputFormats,
  type DeviceKind,
  type FileSort,
  type FileStatusFilter,
  type OutputFormat,
  type VerdictKind,
} from '@shotwright/contract';
import type { Database } from '../../../db/transaction.ts';
import { firstIdAt } from '../../../lib/ids.ts';
import {
  listFiles,
  listNamedFiles,
  listOldestFiles,
  listProjectNames,
  sortFiles,
  type ListedFile,
} from './file-list.store.ts';
import { readSearch } from './file-search.rules.ts';
import type { FileSearch } from './file-search.queries.ts';
import { countedFiles, findFiles } from './file-search.store.ts';

/** Filter of an organisation's files as requested; undefined: any. */
export interface FileFilter {
  readonly organizationId: string;
  /** True: captures of test mode; false: live ones. */
  readonly isTest: boolean;
  readonly search?: string | undefined;
  readonly type?: 'url' | 'html' | undefined;
  readonly projectId?: number | undefined;
  /** One of these kinds. */
  readonly verdict?: readonly VerdictKind[] | undefined;
  readonly tag?: string | undefined;
  /** Only files created at or after this time. */
  readonly from?: string | undefined;
  /** Only files created before this time. */
  readonly to?: string | undefined;
  readonly status?: FileStatusFilter | undefined;
  readonly device?: DeviceKind | undefined;
  readonly format?: OutputFormat | undefined;
}

/** Filter and position of a part of the file list. */
export interface FileListRequest extends FileFilter {
  readonly limit: number;
  /** Number of files to list instead if there are more than `limit` in total. */
  readonly ifMore?: number | undefined;
  /** Lists the files after this one. */
  readonly cursor?: string | undefined;
  readonly page?: number | undefined;
  /** Any but `-created`, newest first, has pages only. */
  readonly sort: FileSort;
}

/** A part of the list and the number of files that match. */
export interface ListedPage {
  readonly listed: readonly ListedFile[];
  readonly total: number;
  /** False if more files match than `total`. */
  readonly isTotalExact: boolean;
  readonly nextCursor: string | null;
  /** The requested order, if the list has it and is not newest first. */
  readonly sort?: FileSort;
}

/** Matches that are counted for the first pages; their last page counts {@link countedFiles}. */
const firstCountedFiles = 2_000;

/** Lists the requested files of an organisation that has `total` files. */
export async function listPage(
  db: Database,
  request: FileListRequest,
  total: number,
): Promise<ListedPage> {
  const { sort } = request;
  const limit = total > request.limit ? (request.ifMore ?? request.limit) : request.limit;
  const part = { ...request, limit };
  if (isFiltered(request)) return listMatches(db, part);
  if (sort === 'created') return listOldestFirst(db, part, total);
  // More files cannot be sorted without reading all of them.
  if (sort !== '-created' && total <= countedFiles) return listMatches(db, part);
  const rows = await listUnfiltered(db, part, total);
  const listed = rows.slice(0, limit);
  const nextCursor = rows.length > listed.length ? (listed.at(-1)?.id ?? null) : null;
  return { listed, total, isTotalExact: true, nextCursor };
}

function isFiltered(request: FileFilter): boolean {
  const { search = '', type, projectId, verdict, tag, from, to, status, device, format } = request;
  const values = [type, projectId, verdict, tag, from, to, status, device, format];
  return search.trim() !== '' || values.some((value) => value !== undefined);
}

/** A page of all files, oldest first. Pages of the second half are read from the newest file on. */
async function listOldestFirst(
  db: Database,
  { organizationId, isTest, limit, page = 1 }: FileListRequest,
  total: number,
): Promise<ListedPage> {
  const skipped = (page - 1) * limit;
  const count = Math.max(0, Math.min(limit, total - skipped));
  const part = { organizationId, isTest, limit: count };
  const rows =
    skipped <= total / 2
      ? await listOldestFiles(db, { ...part, skipped })
      : await listFiles(db, {
          ...part,
          cursor: null,
          offset: Math.max(0, total - skipped - count),
        });
  const listed = rows.toReversed();
  return { listed, total, isTotalExact: true, nextCursor: null, sort: 'created' };
}

/** One file more than requested if there is one. Pages of the second half are read from the end. */
async function listUnfiltered(
  db: Database,
  { organizationId, isTest, limit, cursor, page = 1 }: FileListRequest,
  total: number,
): Promise<readonly ListedFile[]> {
  const offset = cursor === undefined ? (page - 1) * limit : 0;
  const part = { organizationId, isTest, limit: limit + 1 };
  const after = total - offset - part.limit;
  if (cursor !== undefined || offset <= total / 2)
    return listFiles(db, { ...part, cursor: cursor ?? null, offset });
  if (offset >= total) return [];
  return listOldestFiles(db, {
    organizationId,
    isTest,
    skipped: Math.max(0, after),
    limit: Math.min(part.limit, total - offset),
  });
}

/** A page of the files that match. They are sorted if they are few enough to be counted. */
async function listMatches(db: Database, request: FileListRequest): Promise<ListedPage> {
  const { organizationId, cursor, limit, sort } = request;
  const isNewestFirst = sort === '-created';
  const offset = ((request.page ?? 1) - 1) * limit;
  const isFirst = isNewestFirst && cursor === undefined && offset + limit < firstCountedFiles;
  const count = isFirst ? firstCountedFiles : countedFiles;
  const { ids, hasMore } = await findFiles(db, await readFilter(db, request), count);
  const counted = { total: ids.length, isTotalExact: !hasMore };
  if (!isNewestFirst && !hasMore) {
    const named = await sortFiles(db, { organizationId, ids, sort, offset, limit });
    return {
      ...counted,
      listed: await listInOrder(db, organizationId, named),
      nextCursor: null,
      sort,
    };
  }
  const start = cursor === undefined ? offset : ids.findIndex((id) => id < cursor);
  const named = start === -1 ? [] : ids.slice(start, start + limit);
  return {
    ...counted,
    listed: await listNamedFiles(db, { organizationId, ids: named }),
    nextCursor: start + limit < ids.length ? (named.at(-1) ?? null) : null,
  };
}

/** Returns the named files in the order of the names, without those that were deleted in between. */
async function listInOrder(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly ListedFile[]> {
  const files = await listNamedFiles(db, { organizationId, ids });
  const byId = new Map(files.map((file) => [file.id, file]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the search of a filter, with the projects whose names its words are part of. */
export async function readFilter(
  db: Database,
  { organizationId, isTest, search = '', ...filter }: FileFilter,
): Promise<FileSearch> {
  const { type, projectId, verdict, tag, from, to, status, device, format } = filter;
  const projects = search === '' ? [] : await listProjectNames(db, organizationId);
  return {
    organizationId,
    isTest,
    words: readSearch(search, projects),
    source: type === undefined ? undefined : type === 'url' ? 'URL' : 'HTML',
    projectId,
    verdict,
    tags: tag === undefined ? [] : [tag],
    status: status && statuses[status],
    device,
    extension: format && outputFormats[format].extension,
    since: from === undefined ? undefined : firstIdAt(from),
    before: to === undefined ? undefined : firstIdAt(to),
    isPeriod: from !== undefined || to !== undefined,
  };
}

const statuses = { complete: 'COMPLETE', failed: 'FAILED', in_progress: 'OPEN' } as const;
