import type { VerdictKind } from '@shotwright/contract';
import type { Database } from '../../../db/transaction.ts';
import {
  listFiles,
  listNamedFiles,
  listOldestFiles,
  listProjectNames,
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
}

/** Filter and position of a part of the file list. */
export interface FileListRequest extends FileFilter {
  readonly limit: number;
  /** Number of files to list instead if there are more than `limit` in total. */
  readonly ifMore?: number | undefined;
  /** Lists the files after this one. */
  readonly cursor?: string | undefined;
  readonly page?: number | undefined;
}

/** A part of the list and the number of files that match. */
export interface ListedPage {
  readonly listed: readonly ListedFile[];
  readonly total: number;
  /** False if more files match than `total`. */
  readonly isTotalExact: boolean;
  readonly nextCursor: string | null;
}

/** Matches that are counted for the first pages; their last page counts {@link countedFiles}. */
const firstCountedFiles = 2_000;

/** Lists the requested files of an organisation that has `total` files. */
export async function listPage(
  db: Database,
  request: FileListRequest,
  total: number,
): Promise<ListedPage> {
  const { search = '', type, projectId, verdict, tag } = request;
  const limit = total > request.limit ? (request.ifMore ?? request.limit) : request.limit;
  const isFiltered =
    search.trim() !== '' || [type, projectId, verdict, tag].some((value) => value !== undefined);
  if (isFiltered) return listMatches(db, { ...request, limit });
  const rows = await listUnfiltered(db, { ...request, limit }, total);
  const listed = rows.slice(0, limit);
  const nextCursor = rows.length > listed.length ? (listed.at(-1)?.id ?? null) : null;
  return { listed, total, isTotalExact: true, nextCursor };
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

async function listMatches(db: Database, request: FileListRequest): Promise<ListedPage> {
  const { organizationId, cursor, limit } = request;
  const offset = ((request.page ?? 1) - 1) * limit;
  const isFirst = cursor === undefined && offset + limit < firstCountedFiles;
  const count = isFirst ? firstCountedFiles : countedFiles;
  const { ids, hasMore } = await findFiles(db, await readFilter(db, request), count);
  const start = cursor === undefined ? offset : ids.findIndex((id) => id < cursor);
  const named = start === -1 ? [] : ids.slice(start, start + limit);
  return {
    listed: await listNamedFiles(db, { organizationId, ids: named }),
    total: ids.length,
    isTotalExact: !hasMore,
    nextCursor: start + limit < ids.length ? (named.at(-1) ?? null) : null,
  };
}

/** Returns the search of a filter, with the projects whose names its words are part of. */
export async function readFilter(
  db: Database,
  { organizationId, isTest, search = '', type, projectId, verdict, tag }: FileFilter,
): Promise<FileSearch> {
  const projects = search === '' ? [] : await listProjectNames(db, organizationId);
  return {
    organizationId,
    isTest,
    words: readSearch(search, projects),
    source: type === undefined ? undefined : type === 'url' ? 'URL' : 'HTML',
    projectId,
    verdict,
    tags: tag === undefined ? [] : [tag],
  };
}
