import type { NewsSlideValues } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** A stored slide. */
export interface SlideRow extends NewsSlideValues {
  readonly id: number;
}

const columns = [
  'id',
  'title',
  'text',
  'href',
  'image',
  'visible_from as visibleFrom',
  'visible_until as visibleUntil',
  'is_published as isPublished',
] as const;

const valuesOf = ({ visibleFrom, visibleUntil, isPublished, ...texts }: NewsSlideValues) => ({
  ...texts,
  visible_from: visibleFrom,
  visible_until: visibleUntil,
  is_published: isPublished,
});

/** All slides in their order. */
export function listSlides(db: Db): Promise<SlideRow[]> {
  return db.selectFrom('news_slides').select(columns).orderBy('position').orderBy('id').execute();
}

/** Locks the slides against other changes until the end of the transaction, because a change of the order concerns all of them. */
export async function lockSlides(tx: Tx): Promise<void> {
  await sql`lock table news_slides in share row exclusive mode`.execute(tx);
}

/** Inserts a slide after the others. */
export function insertSlide(tx: Tx, values: NewsSlideValues): Promise<SlideRow> {
  return tx
    .insertInto('news_slides')
    .values(({ selectFrom }) => ({
      ...valuesOf(values),
      position: selectFrom('news_slides').select(
        sql<number>`coalesce(max(position), 0) + 1`.as('position'),
      ),
    }))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Replaces the values of a slide; returns undefined if it does not exist. */
export function updateSlide(
  tx: Tx,
  { id, values }: { readonly id: number; readonly values: NewsSlideValues },
): Promise<SlideRow | undefined> {
  return tx
    .updateTable('news_slides')
    .set(valuesOf(values))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** Stores the order of all slides. */
export async function updateOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update news_slides s set position = o.position
    from unnest(${ids}::integer[]) with ordinality as o (id, position) where s.id = o.id`.execute(
    tx,
  );
}

/** Deletes a slide and returns its title, or undefined if it does not exist. */
export async function removeSlide(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('news_slides')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  return row?.title;
}
