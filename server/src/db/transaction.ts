import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables/index.ts';

/** A pool of connections to the database. */
export type Database = Kysely<Tables>;
/** What stores take: the pool, or an open transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>;
/** An open transaction. */
export type Tx = Transaction<Tables>;

/** Commits what `work` did, or nothing. */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
