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
/** Database access of a store: the pool or an open transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>;
/** An open transaction. */
export type Tx = Transaction<Tables>;

/**
 * Commits the changes of `work`, or none. Throws the error of `work`, even if the connection is
 * lost afterwards.
 */
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
    // Otherwise the failed rollback on a lost connection would hide why it was lost.
    throw failure ? failure.err : err;
  }
}

/**
 * Runs two independent statements or groups of statements of a transaction, started in the given
 * order, in one round trip: statements are sent without waiting for responses. Each must use the
 * transaction it receives; `tx` itself waits until both have ended, as does the result. Throws the
 * error of the one that failed first.
 */
export function inPipeline<A, B>(
  tx: Tx,
  [first, second]: readonly [(tx: Tx) => Promise<A>, (tx: Tx) => Promise<B>],
): Promise<[A, B]> {
  return tx.getExecutor().provideConnection(async (connection) => {
    // kysely's own transaction waits for one statement before it sends the next.
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

/** 25P02: the statement was rejected because an earlier one of the transaction had failed. */
const isAfterFailure = (err: unknown): boolean =>
  err instanceof DatabaseError && err.code === '25P02';

/** Compiles statements and has no connections. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const driver = new DummyDriver();
const config = { dialect };
