import {
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type Dialect,
  type Kysely,
} from 'kysely';
import { DatabaseError } from 'pg';
import type { Tables } from './tables/index.ts';

/** A pool of connections to the database. */
export type Database = Kysely<Tables>;
/** What stores take: the pool, or an open transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>;
/** An open transaction. */
export type Tx = Transaction<Tables>;

/** Commits what `work` did, or nothing. Throws what `work` failed for, also when the connection is then gone. */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let failure: { readonly err: unknown } | undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      try {
        return await work(tx);
      } catch (err) {
        failure = { err };
        throw err;
      }
    });
  } catch (err) {
    // Else the failure to roll back on a dead connection would hide why it is dead.
    throw failure ? failure.err : err;
  }
}

/**
 * Does two works of a transaction that do not build on each other; they begin in the order given. Statements leave without
 * waiting for answers, so that both take one round trip. Each uses the transaction it is given: `tx` itself waits until
 * both have ended, and so does the answer. Throws what the first of them failed for.
 */
export function atOnce<A, B>(
  tx: Tx,
  [first, second]: readonly [(tx: Tx) => Promise<A>, (tx: Tx) => Promise<B>],
): Promise<[A, B]> {
  return tx.getExecutor().provideConnection(async (connection) => {
    // A transaction of kysely's own waits for one statement before it sends the next.
    const executor = tx
      .getExecutor()
      .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
    const open = new Transaction<Tables>({ config, dialect, driver, executor });
    const [one, other] = await Promise.allSettled([first(open), second(open)]);
    if (one.status === 'fulfilled' && other.status === 'fulfilled') return [one.value, other.value];
    const failures = [one, other].flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    throw failures.find((err) => !isAfterFailure(err)) ?? failures[0];
  });
}

/** 25P02: the statement was refused because an earlier one of the transaction had failed. */
const isAfterFailure = (err: unknown): boolean =>
  err instanceof DatabaseError && err.code === '25P02';

/** Writes statements, and has no connections of its own. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const driver = new DummyDriver();
const config = { dialect };
