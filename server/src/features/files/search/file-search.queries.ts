import { sql, type RawBuilder } from 'kysely';
import type { DeviceKind, VerdictKind } from '@shotwright/contract';
import { beyondAnyId } from '../../../lib/ids.ts';
import {
  ambiguousLettersOf,
  endingPattern,
  indexedPartOf,
  isTextOnly,
  pairExpressionOf,
  patternOf,
  statusesOf,
  storedForm,
  type SearchWord,
} from './file-search.rules.ts';

/** Filter of the file list; undefined: any. */
export interface FileSearch {
  readonly organizationId: string;
  /** True: captures of test mode; false: live ones. */
  readonly isTest: boolean;
  readonly words: readonly SearchWord[];
  readonly source: 'URL' | 'HTML' | undefined;
  readonly projectId: number | undefined;
  /** `OPEN` until the capture has ended. */
  readonly status?: 'OPEN' | 'COMPLETE' | 'FAILED' | undefined;
  /** One of these kinds. */
  readonly verdict: readonly VerdictKind[] | undefined;
  /** Tags of which a file has all. */
  readonly tags: readonly string[];
  /** Word that the URL contains; a match in another part of the text, such as the name of the image, does not count. */
  readonly urlPart?: SearchWord | undefined;
  /** Kind of the emulated device. */
  readonly device?: DeviceKind | undefined;
  /** Ending of the stored file's name. */
  readonly extension?: string | undefined;
  /** Smallest id of the files. */
  readonly since?: string | undefined;
  /** Only files older than this one. */
  readonly before?: string | undefined;
  /** True if the filter has a time. Without periods, the search index would also return the files outside of it. */
  readonly isPeriod?: boolean | undefined;
}

const belowAnyId = '00000000-0000-0000-0000-000000000000';
/** Words that the search index looks up; the files found are compared with all words. */
const maxLookedUp = { trigrams: 8, pair: 3 } as const;
const maxWays = 8;

/**
 * Returns a query of at most `limit` matches among the newest `rows` files, and of the last one of
 * these if there are so many.
 */
export function walkOf(
  search: FileSearch,
  { rows, limit }: { readonly rows: number; readonly limit: number },
): RawBuilder<unknown> {
  return sql`
    with last as materialized (
      select t.screenshot_id as id from file_texts t where ${inAccount(search)}
      order by t.screenshot_id desc offset ${rows - 1}::int limit 1)
    select (select id from last) as last, array(
      select t.screenshot_id::text from file_texts t
      where ${inAccount(search)} and t.screenshot_id >= coalesce((select id from last), ${belowAnyId}::uuid)
        and ${matches(search)}
      order by t.screenshot_id desc limit ${limit}) as ids`;
}

/** Returns a query of the number of matches among the `rows` files before each of the ids. */
export function probeOf(
  search: FileSearch,
  { ids, rows }: { readonly ids: readonly string[]; readonly rows: number },
): RawBuilder<unknown> {
  return sql`
    select count(*)::int as found from unnest(${ids}::uuid[]) as point cross join lateral (
      select t.* from file_texts t where ${inAccount(search)} and t.screenshot_id < point
      order by t.screenshot_id desc limit ${rows}) t
    where ${matches(search)}`;
}

/** Returns a query of at most `limit` matches by the search index. */
export function lookUpOf(search: FileSearch, limit: number): RawBuilder<unknown> {
  return sql`select array(${lookedUpIn(search, limit, sql`true`)}) as ids`;
}

/** As {@link lookUpOf}, which searches one period after the other and ends when it has enough. */
export function lookUpByPeriods(
  search: FileSearch,
  { limit, periods }: { readonly limit: number; readonly periods: readonly string[] },
): RawBuilder<unknown> {
  // A number that is part of the statement, because the index contains the expression with it.
  const digits = sql.raw(String(periods[0]?.length ?? 0));
  const inPeriod = sql`left(t.screenshot_id::text, ${digits}) = period`;
  return sql`
    select array(
      select found.id from unnest(${periods}::text[]) as period
      cross join lateral (${lookedUpIn(search, limit, inPeriod)}) as found (id)
      limit ${limit}) as ids`;
}

/** A statement for each way to match, so that the planner uses all its conditions. */
function lookedUpIn(
  search: FileSearch,
  limit: number,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { common, ways } = lookedUp(search);
  const statements = ways.map(
    (way) => sql`(
      select t.screenshot_id as id from file_texts t
      where ${indexedAccount(search)} and ${condition} and ${common} and ${way} and ${matches(search)}
      order by t.screenshot_id desc limit ${limit})`,
  );
  return sql`
    select way.id::text from (${sql.join(statements, sql` union `)}) way order by way.id desc limit ${limit}`;
}

/** Returns a query of the number of all matches, of which there are many. */
export function countOf(search: FileSearch): RawBuilder<unknown> {
  return sql`select count(*) as total from file_texts t where ${inAccount(search)} and ${matches(search)}`;
}

/** Returns a query of the id of the oldest file. */
export function oldestOf(search: FileSearch): RawBuilder<unknown> {
  return sql`
    select (select t.screenshot_id from file_texts t where ${inAccount(search)} order by t.screenshot_id limit 1) as id`;
}

function inAccount({
  organizationId,
  isTest,
  since,
  before = beyondAnyId,
}: FileSearch): RawBuilder<unknown> {
  return allOf([
    sql`t.organization_id = ${organizationId} and t.is_test = ${isTest} and t.screenshot_id < ${before}::uuid`,
    ...(since === undefined ? [] : [sql`t.screenshot_id >= ${since}::uuid`]),
  ]);
}

/** As {@link inAccount}, by expressions that only the search index knows. */
function indexedAccount({
  organizationId,
  isTest,
  since = belowAnyId,
  before = beyondAnyId,
}: FileSearch): RawBuilder<unknown> {
  return sql`t.organization_id::text = ${organizationId} and t.is_test::int = ${Number(isTest)}
    and (t.screenshot_id < ${before}::uuid and t.screenshot_id >= ${since}::uuid) is true`;
}

/** The conditions of a search, which also find the files if the search index is used. */
function matches(search: FileSearch): RawBuilder<unknown> {
  const { words, source, projectId, status, verdict, tags, urlPart, device, extension } = search;
  const plain = words.filter(isTextOnly).map(patternOf);
  return allOf([
    ...(source === undefined ? [] : [sql`t.source = ${source}`]),
    ...(projectId === undefined ? [] : [sql`t.project_id = ${projectId}::int`]),
    ...(verdict === undefined ? [] : [sql`t.verdict = any(${[...verdict]}::text[])`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    ...(device === undefined ? [] : [sql`t.device = ${device}`]),
    ...(extension === undefined ? [] : [sql`t.text like ${endingPattern(extension)}`]),
    ...(tags.length === 0 ? [] : [sql`t.tags @> ${JSON.stringify(tags)}::jsonb`]),
    ...(plain.length === 0 ? [] : [sql`t.text like all(${plain}::text[])`]),
    // The URL is the first line of the text.
    ...(urlPart === undefined
      ? []
      : [sql`split_part(t.text, E'\n', 1) like ${patternOf(urlPart)}`]),
    // Not looked up: the planner would consider an index for each of them.
    ...words
      .filter((word) => !isTextOnly(word))
      .map((word) => sql`${anyOf(waysToFind(word, contains(word), search))} is true`),
  ]);
}

/** Conditions that the search index evaluates, of some of the words: `common`, and one of `ways`. */
function lookedUp(search: FileSearch) {
  const longest = search.words.toSorted((a, b) => b.text.length - a.text.length);
  const plain = longest.filter(isTextOnly);
  const ofPart = (part: ReturnType<typeof indexedPartOf>) =>
    plain.filter((word) => indexedPartOf(word) === part);
  const characters = [
    ...new Set([...charactersOf(ofPart('characters')), ...plain.flatMap(ambiguousLettersOf)]),
  ];
  const common = [
    ...ofPart('trigrams').slice(0, maxLookedUp.trigrams).map(contains),
    ...ofPart('pair').slice(0, maxLookedUp.pair).map(containsPair),
    ...(characters.length === 0 ? [] : [containsCharacters(characters)]),
  ];
  // Most files are complete, so a word that `complete` contains would only be looked up in vain.
  const others = longest
    .filter((word) => !isTextOnly(word))
    .filter(({ statuses }) => common.length === 0 || !statuses.includes('COMPLETE'))
    .map((word) => waysToFind(word, foundByIndex(word), search));
  const ways = common.length > 0 ? waysToMatch(others, maxWays / 2) : waysToMatch(others, maxWays);
  return { common: allOf(common), ways };
}

/**
 * Returns at most about `most` ways in which a file can have words that are each found in several
 * ways. Each way is a search of its own.
 */
function waysToMatch(
  words: readonly (readonly RawBuilder<unknown>[])[],
  most: number,
): readonly RawBuilder<unknown>[] {
  const [fewest = [sql`true`], ...others] = words.toSorted((a, b) => a.length - b.length);
  let ways = most === maxWays || fewest.length <= most ? fewest : [sql`true`];
  for (const found of others)
    if (ways.length * found.length <= most)
      ways = ways.flatMap((way) => found.map((one) => sql`${way} and ${one}`));
  return ways;
}

const contains = (word: SearchWord): RawBuilder<unknown> => sql`t.text like ${patternOf(word)}`;

const containsPair = (word: SearchWord): RawBuilder<unknown> =>
  sql`t.text ~ ${pairExpressionOf(word)}`;

const containsCharacters = (characters: readonly string[]): RawBuilder<unknown> =>
  sql`string_to_array(t.text, null) @> ${characters}::text[]`;

function charactersOf(words: readonly SearchWord[]): readonly string[] {
  return [...new Set(words.flatMap((word) => Array.from(storedForm(word))))];
}

function foundByIndex(word: SearchWord): RawBuilder<unknown> {
  const part = indexedPartOf(word);
  if (part === 'trigrams') return contains(word);
  return part === 'pair' ? containsPair(word) : containsCharacters(charactersOf([word]));
}

/** Conditions of which one is true if a file's text, project, status, verdict or id has the word. */
function waysToFind(
  word: SearchWord,
  containsText: RawBuilder<unknown>,
  { organizationId, isTest }: FileSearch,
): RawBuilder<unknown>[] {
  const { projectIds, verdicts, ids } = word;
  const { ended, open } = statusesOf(word);
  return [
    containsText,
    ...(projectIds.length === 0 ? [] : [sql`t.project_id = any(${[...projectIds]}::int[])`]),
    ...(verdicts.length === 0 ? [] : [sql`t.verdict = any(${[...verdicts]}::text[])`]),
    ...(ended.length === 0 ? [] : [sql`t.status = any(${ended}::text[])`]),
    ...(open.length === 0
      ? []
      : [
          sql`(t.status = 'OPEN' and t.screenshot_id in (
            select id from screenshots where organization_id = ${organizationId} and status = any(${open}::text[])))`,
        ]),
    ...(ids === null
      ? []
      : [
          sql`(t.organization_id = ${organizationId} and t.is_test = ${isTest}
            and t.screenshot_id >= ${ids[0]}::uuid and t.screenshot_id <= ${ids[1]}::uuid)`,
        ]),
  ];
}

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`(${sql.join(conditions, sql` or `)})`;
