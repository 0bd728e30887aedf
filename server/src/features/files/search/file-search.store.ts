import { sql, type RawBuilder } from 'kysely';
import type { VerdictKind } from '@shotwright/contract';
import { inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import { beyondAnyId } from '../../../lib/ids.ts';
import { hasTrigram, isTextOnly, patternOf, type SearchWord } from './file-search.rules.ts';

/** Filter of the file list; undefined: any. */
export interface FileSearch {
  readonly organizationId: string;
  /** True: captures of test mode; false: live ones. */
  readonly isTest: boolean;
  readonly words: readonly SearchWord[];
  readonly source: 'URL' | 'HTML' | undefined;
  readonly projectId: number | undefined;
  /** One of these kinds. */
  readonly verdict: readonly VerdictKind[] | undefined;
  readonly tag: string | undefined;
  /** Only files older than this one. */
  readonly before?: string | undefined;
}

/** Number of files up to which a search lists and counts its results. */
export const countedFiles = 10_000;

/** Ids of the files that match, newest first; `hasMore` if there are more than {@link countedFiles}. */
export interface FoundFiles {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

/** The newest files, whose share of matches decides how the others are searched. */
const firstScan = 2_000;
/** Share of matches from which reading the list in its order costs less than the search index. */
const commonShare = 0.05;
const maxScan = 250_000;
const limit = countedFiles + 1;
/** Words that the search index looks up; the rows found are compared with all words. */
const maxLookedUp = 8;

/**
 * Searches an organisation's files without reading a table from beginning to end. Common words are
 * found by reading the newest files; the others by indexes.
 */
export function findFiles(db: Database, search: FileSearch): Promise<FoundFiles> {
  return withSearchPlans(db, (tx) => findFirst(tx, search));
}

/** Counts all files that match. */
export function countFiles(db: Database, search: FileSearch): Promise<number> {
  return withSearchPlans(db, async (tx) => {
    const { ids, hasMore } = await findFirst(tx, search);
    if (!hasMore) return ids.length;
    return (await read<{ total: number }>(tx, countOf(search))).total;
  });
}

function withSearchPlans<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    // The estimates behind other plans assume values that are spread evenly over all organisations.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
      tx,
    );
    return work(tx);
  });
}

async function findFirst(tx: Tx, search: FileSearch): Promise<FoundFiles> {
  const ids = await findIds(tx, search);
  return { ids: ids.slice(0, countedFiles), hasMore: ids.length > countedFiles };
}

async function findIds(tx: Tx, search: FileSearch): Promise<readonly string[]> {
  if (search.words.some(({ text }) => text.includes('\0'))) return [];
  const first = await read<Scan>(tx, scanOf(search, firstScan));
  if (first.scanned < firstScan) return first.ids;
  const share = first.ids.length / firstScan;
  if (search.words.length === 0 || share >= commonShare) {
    const rows = share === 0 ? maxScan : Math.min(maxScan, Math.ceil((1.5 * limit) / share));
    const scan = await read<Scan>(tx, scanOf(search, rows));
    if (scan.scanned < rows || scan.ids.length >= limit) return scan.ids;
  }
  return (await read<Pick<Scan, 'ids'>>(tx, lookUpOf(search))).ids;
}

interface Scan {
  readonly scanned: number;
  readonly ids: readonly string[];
}

async function read<Row>(tx: Tx, query: RawBuilder<unknown>): Promise<Row> {
  const { rows } = await sql<Row>`${query}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a select without a table answered no row');
  return row;
}

/** Returns a query of the matches among the newest `rows` files. */
export function scanOf(search: FileSearch, rows: number): RawBuilder<unknown> {
  return sql`
    with candidates as materialized (${newest(search, rows)})
    select (select count(*) from candidates) as scanned, ${matchesAmong(search)} as ids`;
}

/** Returns a query of the matches by the indexes of texts, projects, statuses and verdicts. */
export function lookUpOf(search: FileSearch): RawBuilder<unknown> {
  return sql`
    with candidates as materialized (${lookedUp(search)})
    select ${matchesAmong(search)} as ids`;
}

/** Returns a query of the number of all matches, of which there are many. */
export function countOf(search: FileSearch): RawBuilder<unknown> {
  return sql`
    select count(*) as total from screenshots s
    join file_texts t on t.organization_id = s.organization_id and t.screenshot_id = s.id
    where ${conditionsOf(search)}`;
}

function newest(search: FileSearch, rows: number): RawBuilder<unknown> {
  const { organizationId, projectId, verdict, source, tag, before = beyondAnyId } = search;
  if (projectId !== undefined)
    return sql`
      select s.id from screenshots s where organization_id = ${organizationId} and project_id = ${projectId}::int
        and s.id < ${before}::uuid
      order by s.id desc limit ${rows}`;
  if (verdict !== undefined)
    return sql`
      select s.id from screenshots s where organization_id = ${organizationId} and ${hasVerdict(verdict)}
        and s.id < ${before}::uuid
      order by s.id desc limit ${rows}`;
  if (tag !== undefined)
    return sql`
      select s.id from screenshots s where organization_id = ${organizationId} and ${hasTag(tag)}
        and s.id < ${before}::uuid
      order by s.id desc limit ${rows}`;
  return sql`
    select screenshot_id as id from file_texts
    where organization_id = ${organizationId} and ${source === undefined ? sql`true` : sql`source = ${source}`}
      and screenshot_id < ${before}::uuid
    order by screenshot_id desc limit ${rows}`;
}

function lookedUp({ organizationId, words }: FileSearch): RawBuilder<unknown> {
  const texts = words.filter(isTextOnly);
  const byText = (looked: readonly SearchWord[]) => sql`
    select t.screenshot_id as id from file_texts t
    where t.organization_id = ${organizationId} and ${textConditions(looked)}`;
  const [word] = words;
  if (texts.length > 0 || word === undefined) return byText(texts);
  return sql`
    ${byText([word])}
    union select s.id from screenshots s
    where organization_id = ${organizationId} and project_id = any(${[...word.projectIds]}::int[])
    union select s.id from screenshots s
    where organization_id = ${organizationId} and status = any(${[...word.statuses]}::text[])
    union select s.id from screenshots s
    where organization_id = ${organizationId} and ${hasVerdict(word.verdicts)}
    union select s.id from screenshots s
    where organization_id = ${organizationId} and ${hasId(word)}`;
}

/** Conditions that the search index evaluates. */
function textConditions(words: readonly SearchWord[]): RawBuilder<unknown> {
  const long = words
    .filter(hasTrigram)
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, maxLookedUp);
  if (long.length > 0)
    return sql.join(
      long.map((word) => sql`t.text like ${patternOf(word)}`),
      sql` and `,
    );
  const characters = [...new Set(words.flatMap(({ text }) => Array.from(text)))];
  return sql`string_to_array(t.text, null) @> ${characters}::text[]`;
}

function matchesAmong(search: FileSearch): RawBuilder<unknown> {
  return sql`array(
    select s.id::text from candidates c
    join screenshots s on s.id = c.id
    join file_texts t on t.organization_id = ${search.organizationId} and t.screenshot_id = c.id
    where ${conditionsOf(search)}
    order by s.id desc limit ${limit})`;
}

function conditionsOf(search: FileSearch): RawBuilder<unknown> {
  const { organizationId, isTest, words, source, projectId, verdict, tag, before } = search;
  const plain = words.filter(isTextOnly).map(patternOf);
  const conditions = [
    sql`s.organization_id = ${organizationId}`,
    isTest ? sql`s.is_test` : sql`not s.is_test`,
    ...(source === undefined ? [] : [sql`t.source = ${source}`]),
    ...(projectId === undefined ? [] : [sql`s.project_id = ${projectId}::int`]),
    ...(verdict === undefined ? [] : [hasVerdict(verdict)]),
    ...(tag === undefined ? [] : [hasTag(tag)]),
    ...(before === undefined ? [] : [sql`s.id < ${before}::uuid`]),
    ...(plain.length === 0 ? [] : [sql`t.text like all(${plain}::text[])`]),
    ...words.filter((word) => !isTextOnly(word)).map(matchesWord),
  ];
  return sql.join(conditions, sql` and `);
}

const matchesWord = (word: SearchWord): RawBuilder<unknown> => sql`(
  t.text like ${patternOf(word)} or s.project_id = any(${[...word.projectIds]}::int[])
  or s.status = any(${[...word.statuses]}::text[]) or ${hasVerdict(word.verdicts)} or ${hasId(word)})`;

const hasVerdict = (kinds: readonly VerdictKind[]): RawBuilder<unknown> =>
  sql`(s.verdict is not null and s.verdict ->> 'kind' = any(${[...kinds]}::text[]))`;

/** Condition that the index of tags evaluates. */
const hasTag = (tag: string): RawBuilder<unknown> =>
  sql`(s.options ? 'tags' and s.options -> 'tags' @> ${JSON.stringify([tag])}::jsonb)`;

const hasId = ({ ids }: SearchWord): RawBuilder<unknown> =>
  ids === null ? sql`false` : sql`(s.id between ${ids[0]}::uuid and ${ids[1]}::uuid)`;
