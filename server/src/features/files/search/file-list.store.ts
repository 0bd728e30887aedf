import { sql, type RawBuilder } from 'kysely';
import type { FileSort } from '@shotwright/contract';
import type { Db } from '../../../db/transaction.ts';
import { beyondAnyId } from '../../../lib/ids.ts';

/**
 * A capture in a list, with its version: the listed values change only together with one of these
 * fields.
 */
export interface ListedFile {
  readonly id: string;
  /** Transactions that wrote the capture and its image. Source: PostgreSQL, System Columns. */
  readonly version: string;
  readonly fileVersion: string | null;
  /** Id of its public link. */
  readonly publicLinkId: string | null;
}

/** Part of the list: `limit` captures older than `cursor`, or from `offset` on. */
export interface ListPart {
  readonly organizationId: string;
  /** True: captures of test mode; false: live ones. */
  readonly isTest: boolean;
  readonly limit: number;
  readonly cursor: string | null;
  readonly offset: number;
}

/** Lets the planner use the partial index of test captures. */
const inMode = (isTest: boolean): RawBuilder<unknown> => (isTest ? sql`is_test` : sql`not is_test`);

/** Captures newest first. The limit applies before the joins. */
export function listFiles(db: Db, input: ListPart): Promise<ListedFile[]> {
  const { organizationId, isTest, cursor, limit, offset } = input;
  return listVersions(
    db,
    sql`
      select id, xmin as version from screenshots
      where organization_id = ${organizationId} and ${inMode(isTest)} and id < ${cursor ?? beyondAnyId}::uuid
      order by id desc offset ${offset} limit ${limit}`,
  );
}

/** The oldest captures without the `skipped` oldest of them, newest first. */
export function listOldestFiles(
  db: Db,
  input: Pick<ListPart, 'organizationId' | 'isTest' | 'limit'> & { readonly skipped: number },
): Promise<ListedFile[]> {
  return listVersions(
    db,
    sql`
      select id, xmin as version from screenshots
      where organization_id = ${input.organizationId} and ${inMode(input.isTest)}
      order by id offset ${input.skipped} limit ${input.limit}`,
  );
}

/** Returns those of the named captures that belong to the organisation, newest first. */
export function listNamedFiles(
  db: Db,
  input: { readonly organizationId: string; readonly ids: readonly string[] },
): Promise<ListedFile[]> {
  return listVersions(
    db,
    sql`
      select id, xmin as version from screenshots
      where organization_id = ${input.organizationId} and id = any(${[...input.ids]}::uuid[])`,
  );
}

/** A value without its protocol sorts by host; files without a size are the last ones. */
const orders: Readonly<Record<FileSort, RawBuilder<unknown>>> = {
  '-created': sql`s.id desc`,
  created: sql`s.id`,
  source: sql`sorted.text, s.id desc`,
  '-source': sql`sorted.text desc, s.id desc`,
  size: sql`f.size_bytes nulls last, s.id desc`,
  '-size': sql`f.size_bytes desc nulls last, s.id desc`,
};

/** Returns `limit` of the ids of files in the order, without the first `offset` ones. */
export async function sortFiles(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly ids: readonly string[];
    readonly sort: FileSort;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from screenshots s
    left join files f on f.screenshot_id = s.id and f.kind = 'image'
    cross join lateral (
      select lower(regexp_replace(coalesce(s.url, 'html'), '^https?://', '')) collate "C" as text) sorted
    where s.organization_id = ${input.organizationId} and s.id = any(${[...input.ids]}::uuid[])
    order by ${orders[input.sort]} offset ${input.offset} limit ${input.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

async function listVersions(db: Db, captures: RawBuilder<unknown>): Promise<ListedFile[]> {
  const { rows } = await sql<ListedFile>`
    select s.id, s.version, f.xmin as "fileVersion", l.id as "publicLinkId"
    from (${captures}) s
    left join files f on f.screenshot_id = s.id and f.kind = 'image'
    left join public_links l on l.file_id = f.id
    order by s.id desc`.execute(db);
  return rows;
}

/** Names of an organisation's projects. */
export async function listProjectNames(
  db: Db,
  organizationId: string,
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute();
}
