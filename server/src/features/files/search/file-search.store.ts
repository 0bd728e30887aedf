import { sql, type RawBuilder } from 'kysely';
import { inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import {
  countOf,
  lookUpByPeriods,
  lookUpOf,
  oldestOf,
  probeOf,
  walkOf,
  type FileSearch,
} from './file-search.queries.ts';
import { idsBetween, periodsBetween } from './file-search.rules.ts';

/** Number of files up to which a search lists and counts its results. */
export const countedFiles = 10_000;

/** Ids of the files that match, newest first; `hasMore` if there are more than were asked for. */
export interface FoundFiles {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

/** The newest files, whose share of matches decides how the others are searched. */
const firstWalk = 2_000;
/** Share of matches from which reading the list in its order costs less than the search index. */
const commonShare = 0.01;
const maxWalk = 250_000;
/** Samples of older files. */
const probes = 16;
const probedRows = 64;
/** Matches in the samples from which the index would return too many files at once. */
const manyFound = 8;

/**
 * Finds the newest `count` files of an organisation that match, without reading a table from
 * beginning to end. Common words are found by reading the newest files; the others by the index.
 */
export function findFiles(
  db: Database,
  search: FileSearch,
  count = countedFiles,
): Promise<FoundFiles> {
  return inTransaction(db, (tx) => findFirst(tx, search, count));
}

/** Counts all files that match. */
export function countFiles(db: Database, search: FileSearch): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { ids, hasMore } = await findFirst(tx, search, countedFiles);
    if (!hasMore) return ids.length;
    return (await read<{ total: number }>(tx, countOf(search))).total;
  });
}

async function findFirst(tx: Tx, search: FileSearch, count: number): Promise<FoundFiles> {
  if (search.words.some(({ text }) => text.includes('\0'))) return { ids: [], hasMore: false };
  const limit = count + 1;
  const { last, ids: newest } = await walk(tx, search, limit);
  const older =
    last === null ? [] : await lookUp(tx, { ...search, before: last }, limit - newest.length);
  const ids = [...newest, ...older];
  return { ids: ids.slice(0, count), hasMore: ids.length > count };
}

/** Matches among the newest files. `last`: the oldest of these; null if no other can be needed. */
interface Walk {
  readonly last: string | null;
  readonly ids: readonly string[];
}

/** Reads the newest files and, if many of them match, as many as probably contain `limit` matches. */
async function walk(tx: Tx, search: FileSearch, limit: number): Promise<Walk> {
  await planFor(tx, 'walk');
  const first = await read<Walk>(tx, walkOf(search, { rows: firstWalk, limit }));
  if (first.last === null || first.ids.length >= limit) return { ...first, last: null };
  const share = first.ids.length / firstWalk;
  if (share < commonShare) return first;
  const rows = Math.min(maxWalk, Math.ceil((1.5 * limit) / share));
  const { last, ids } = await read<Walk>(
    tx,
    walkOf(
      { ...search, before: first.last },
      { rows: Math.max(rows - firstWalk, 1), limit: limit - first.ids.length },
    ),
  );
  const all = [...first.ids, ...ids];
  return { last: all.length >= limit ? null : last, ids: all };
}

/** At most `limit` matches among the older files, newest first. */
async function lookUp(tx: Tx, search: FileSearch & { readonly before: string }, limit: number) {
  const { id: oldest } = await read<{ id: string | null }>(tx, oldestOf(search));
  if (oldest === null) return [];
  const points = { ids: idsBetween(search.before, oldest, probes), rows: probedRows };
  const { found } = await read<{ found: number }>(tx, probeOf(search, points));
  const periods =
    found < manyFound && search.isPeriod !== true ? null : periodsBetween(search.before, oldest);
  await planFor(tx, 'index');
  const query =
    periods === null ? lookUpOf(search, limit) : lookUpByPeriods(search, { limit, periods });
  return (await read<Pick<Walk, 'ids'>>(tx, query)).ids;
}

/**
 * Chooses the order or the search index for the following statements. The estimates behind other
 * plans assume values that are spread evenly over all organisations.
 */
export async function planFor(tx: Tx, kind: 'walk' | 'index'): Promise<void> {
  const [inOrder, byIndex] = kind === 'walk' ? ['on', 'off'] : ['off', 'on'];
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('enable_indexscan', ${inOrder}, true), set_config('enable_indexonlyscan', ${inOrder}, true),
      set_config('enable_bitmapscan', ${byIndex}, true)`.execute(tx);
}

async function read<Row>(tx: Tx, query: RawBuilder<unknown>): Promise<Row> {
  const { rows } = await sql<Row>`${query}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a select without a table answered no row');
  return row;
}
