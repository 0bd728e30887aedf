import type { NoticeValues } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** A stored notice. */
export interface NoticeRow extends NoticeValues {
  readonly id: number;
  readonly resolvedAt: Date | null;
}

const columns = [
  'id',
  'kind',
  'title',
  'text',
  'starts_at as startsAt',
  'ends_at as endsAt',
  'resolved_at as resolvedAt',
  'is_published as isPublished',
] as const;

const valuesOf = ({ startsAt, endsAt, isPublished, ...rest }: NoticeValues) => ({
  ...rest,
  starts_at: startsAt,
  ends_at: endsAt,
  is_published: isPublished,
});

const selectNotices = (db: Db) =>
  db
    .selectFrom('status_notices')
    .select(columns)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc');

/** All notices, the latest start first. */
export function listNotices(db: Db): Promise<NoticeRow[]> {
  return selectNotices(db).execute();
}

/** Published notices that have not ended before a time, the latest start first. */
export function listPublishedNotices(db: Db, endedAfter: Date): Promise<NoticeRow[]> {
  return selectNotices(db)
    .where('is_published', '=', true)
    .where(sql<boolean>`coalesce(least(ends_at, resolved_at), 'infinity') > ${endedAfter}`)
    .execute();
}

/** Locks the notices against other changes until the end of the transaction, and returns their number. */
export async function countNoticesForInsert(tx: Tx): Promise<number> {
  await sql`lock table status_notices in share row exclusive mode`.execute(tx);
  const { count } = await tx
    .selectFrom('status_notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a notice. */
export function insertNotice(tx: Tx, values: NoticeValues): Promise<NoticeRow> {
  return tx
    .insertInto('status_notices')
    .values(valuesOf(values))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Replaces the values of a notice; returns undefined if it does not exist. */
export function updateNotice(
  tx: Tx,
  { id, values }: { readonly id: number; readonly values: NoticeValues },
): Promise<NoticeRow | undefined> {
  return tx
    .updateTable('status_notices')
    .set(valuesOf(values))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** Locks and returns a notice. */
export function findNoticeForUpdate(tx: Tx, id: number): Promise<NoticeRow | undefined> {
  return tx
    .selectFrom('status_notices')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the time at which a notice was resolved. */
export function updateResolution(
  tx: Tx,
  { id, resolvedAt }: { readonly id: number; readonly resolvedAt: Date },
): Promise<NoticeRow> {
  return tx
    .updateTable('status_notices')
    .set({ resolved_at: resolvedAt })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes a notice and returns its title, or undefined if it does not exist. */
export async function removeNotice(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('status_notices')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  return row?.title;
}
