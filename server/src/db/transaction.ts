import {
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type DatabaseConnection,
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
 * Runs two statements or groups of statements of a transaction in one round trip: statements are
 * sent without waiting for responses. The first statement of the first group is sent, and takes
 * effect, before any of the second; otherwise the groups must be independent. Each must use the
 * transaction it receives; `tx` itself waits until both have ended, as does the result. Throws the
 * error of the one that failed first.
 */
export function inPipeline<A, B>(
  tx: Tx,
  [first, second]: readonly [(tx: Tx) => Promise<A>, (tx: Tx) => Promise<B>],
): Promise<[A, B]> {
  // kysely's own transaction waits for one statement before it sends the next.
  const openOn = (used: DatabaseConnection) => {
    const executor = tx
      .getExecutor()
      .withConnectionProvider({ provideConnection: (consumer) => consumer(used) });
    return new Transaction<Tables>({ config, dialect, driver, executor });
  };
  return tx.getExecutor().provideConnection(async (connection) => {
    const started = Promise.withResolvers<void>();
    const running = first(openOn(reporting(connection, started.resolve)));
    const [one, other] = await Promise.allSettled([
      running.finally(started.resolve),
      started.promise.then(() => second(openOn(connection))),
    ]);
    if (one.status === 'fulfilled' && other.status === 'fulfilled') return [one.value, other.value];
    const failures = [one, other].flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    throw failures.find((err) => !isAfterFailure(err)) ?? failures[0];
  });
}

/** A connection that calls `onStatement` once a statement was given to the driver. */
function reporting(connection: DatabaseConnection, onStatement: () => void): DatabaseConnection {
  return {
    executeQuery: <Row>(...query: Parameters<DatabaseConnection['executeQuery']>) => {
      const result = connection.executeQuery<Row>(...query);
      onStatement();
      return result;
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  };
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
