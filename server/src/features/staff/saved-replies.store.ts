import type { SavedReply } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';

const columns = ['id', 'name', 'markdown'] as const;

/** All saved replies, sorted by name. */
export function listSavedReplies(db: Db): Promise<SavedReply[]> {
  return db.selectFrom('saved_replies').select(columns).orderBy('name').orderBy('id').execute();
}

/** Returns the number of saved replies. */
export async function countSavedReplies(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('saved_replies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a saved reply. */
export function insertSavedReply(db: Db, reply: Omit<SavedReply, 'id'>): Promise<SavedReply> {
  return db.insertInto('saved_replies').values(reply).returning(columns).executeTakeFirstOrThrow();
}

/** Deletes a saved reply and returns its name, or undefined if it does not exist. */
export async function removeSavedReply(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('saved_replies')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}
