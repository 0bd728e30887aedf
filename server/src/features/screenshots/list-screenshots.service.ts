import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import type { FindByUrl, UrlFilter } from '../files/search/url-search.service.ts';
import {
  countScreenshots,
  listScreenshots,
  listScreenshotsById,
  planEachTime,
  type ScreenshotFilter,
  type ScreenshotRow,
} from './screenshots.store.ts';

/** Dependencies of {@link listPage}. */
export interface ListDependencies {
  readonly db: Database;
  readonly findByUrl: FindByUrl;
}

/** One page of a list. */
export interface ScreenshotPage {
  readonly rows: ScreenshotRow[];
  readonly total: number;
  /** False if `total` is a lower bound. It is then larger than `page` times `limit`. */
  readonly isTotalExact: boolean;
}

/** Filter and position of one page; `page` counts from 1. */
export type PageRequest = ScreenshotFilter & { readonly page: number; readonly limit: number };

/** Maximum number of matches of a URL that are counted, for the first pages and for later ones. */
const countedMatches = { first: 2_000, later: 10_000 } as const;

/**
 * Returns one page of screenshots, newest first, and the number of matches. Matches of a URL are counted up
 * to a limit, because counting all of them compares every URL of the account.
 */
export async function listPage(
  { db, findByUrl }: ListDependencies,
  request: PageRequest,
): Promise<ScreenshotPage> {
  const { page, limit, ...filter } = request;
  const texts = [filter.url ?? '', filter.externalId ?? '', ...(filter.tags ?? [])];
  if (texts.some((text) => text.includes('\0'))) return { rows: [], total: 0, isTotalExact: true };
  const offset = (page - 1) * limit;
  const byUrl = urlFilterOf(filter);
  if (byUrl === undefined) {
    const [rows, total] = await Promise.all([
      planned(db, (tx) => listScreenshots(tx, { ...filter, limit, offset })),
      planned(db, (tx) => countScreenshots(tx, filter)),
    ]);
    return { rows, total, isTotalExact: true };
  }
  const isFirst = offset + limit < countedMatches.first;
  const counted = isFirst ? countedMatches.first : countedMatches.later;
  const { ids, hasMore } = await findByUrl(byUrl, counted);
  if (hasMore && offset + limit >= counted) return listDeepPage(db, request);
  const { organizationId } = filter;
  const rows = await listScreenshotsById(db, {
    organizationId,
    ids: ids.slice(offset, offset + limit),
  });
  return { rows, total: ids.length, isTotalExact: !hasMore };
}

/**
 * Returns a page beyond the counted matches. It compares every capture up to this page, and all of them again
 * for the total if the page has none.
 */
async function listDeepPage(
  db: Database,
  { page, limit, ...filter }: PageRequest,
): Promise<ScreenshotPage> {
  const offset = (page - 1) * limit;
  const part = { ...filter, offset, limit: limit + 1 };
  return planned(db, async (tx) => {
    const rows = await listScreenshots(tx, part);
    const total = rows.length === 0 ? await countScreenshots(tx, filter) : offset + rows.length;
    return { rows: rows.slice(0, limit), total, isTotalExact: rows.length <= limit };
  });
}

/** Returns the filter for the search by URL; undefined if it has no URL, or a member that the search does not support. */
function urlFilterOf(filter: ScreenshotFilter): UrlFilter | undefined {
  const { organizationId, isTest, projectId, url, status, verdict, tags } = filter;
  const unsupported = [filter.externalId, filter.apiKeyId, filter.onlyKeyId];
  if (url === undefined || unsupported.some((value) => value !== undefined)) return undefined;
  const others = { organizationId, isTest, url, projectId: projectId ?? undefined, verdict, tags };
  if (status === undefined) return others;
  return status === 'COMPLETE' || status === 'FAILED' ? { ...others, status } : undefined;
}

/** Runs `read` in a transaction whose statements are planned for their values. */
function planned<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await planEachTime(tx);
    return read(tx);
  });
}
