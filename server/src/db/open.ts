import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types, type PoolClient, type PoolConfig } from 'pg';
import { watchLiveness, type Liveness } from './liveness.ts';
import type { Logger } from '../lib/logger.ts';
import { preparedStatementPool } from './prepared-statement-pool.ts';
import type { Tables } from './tables/index.ts';
import type { Database } from './transaction.ts';

// Sums and counts are int8; ours are far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** Time that running statements have to end when a pool is closed. Unit: ms. */
const closeDeadlineMs = 5_000;

/** Location and credentials of the database, as the driver expects them. */
export type Connection = PoolConfig;

/** Connection settings of the database. */
export interface DatabaseOptions {
  readonly connection: Connection;
  readonly maxConnections: number;
  readonly logger: Logger;
}

/** A pool with its typed view; `close` closes both. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Purpose and settings of a pool. */
export interface PoolOptions extends DatabaseOptions {
  /** Shown by the server for each connection. */
  readonly applicationName: string;
  /** True if a connection sends a query before the response to the previous one. Default: false. */
  readonly isPipelined?: boolean;
}

/** A pool that knows when it is closing, so that terminating connections cause no warnings. */
export interface OpenPool {
  readonly pool: Pool;
  readonly liveness: Liveness;
  close(): Promise<void>;
}

/**
 * Opens a pool. Connections are opened on first use; a lost one is replaced and logged and never
 * causes an uncaught error.
 */
export function openPool(options: PoolOptions): OpenPool {
  const { connection, maxConnections, applicationName, logger, isPipelined = false } = options;
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    application_name: applicationName,
    pipeline: isPipelined,
  });
  // Within a transaction, the failing query reports the error; without a listener, the event would
  // end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  let isClosing = false;
  pool.on('error', (err) => {
    // A connection may still be terminating when its server exits.
    if (!isClosing) logger.warn({ err, applicationName }, 'idle database connection lost');
  });
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const liveness = watchLiveness(pool, { connection, logger });
  return {
    pool,
    liveness,
    close: async () => {
      isClosing = true;
      // A frozen database does not confirm the termination.
      const timer = setTimeout(() => {
        for (const client of clients) client.connection.stream.destroy();
      }, closeDeadlineMs);
      await pool.end().finally(() => clearTimeout(timer));
      liveness.close();
    },
  };
}

/** Opens a pool with its typed view. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { pool, liveness, close } = openPool({
    ...options,
    applicationName: 'shotwright',
    isPipelined: true,
  });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparedStatementPool(pool, liveness) }),
  });
  return { db, pool, close };
}
