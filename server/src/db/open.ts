import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types, type PoolClient, type PoolConfig } from 'pg';
import { watchLiveness, type Liveness } from './liveness.ts';
import type { Logger } from '../lib/logger.ts';
import { preparingPool } from './preparing-pool.ts';
import type { Tables } from './tables/index.ts';
import type { Database } from './transaction.ts';

// Sums and counts are int8; ours stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** Running statements may take this long to end when a pool is closed. Units: ms. */
const closeDeadlineMs = 5_000;

/** Where the database is and how to be let in, as the driver takes it. */
export type Connection = PoolConfig;

/** How to reach the database. */
export interface DatabaseOptions {
  readonly connection: Connection;
  readonly maxConnections: number;
  readonly logger: Logger;
}

/** A pool with its typed view; `close` ends both. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** What a pool is for. */
export interface PoolOptions extends DatabaseOptions {
  /** Shown by the server beside each connection. */
  readonly applicationName: string;
  /** Whether a connection sends a query before it has the answer to the one before; default: no. */
  readonly isPipelined?: boolean;
}

/** A pool whose end is known, so that connections saying goodbye raise no alarm. */
export interface OpenPool {
  readonly pool: Pool;
  readonly liveness: Liveness;
  close(): Promise<void>;
}

/** Opens a pool. Connections are made on first use; a lost one is replaced and logged, never thrown from nowhere. */
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
  // In the midst of a transaction the query that fails tells it; unheard, the event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  let isClosing = false;
  pool.on('error', (err) => {
    // A connection may still be saying goodbye when the server behind it goes.
    if (!isClosing) logger.warn({ err, applicationName }, 'an idle database connection was lost');
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
      // A database that stands still does not say goodbye.
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
    dialect: new PostgresDialect({ pool: preparingPool(pool, liveness) }),
  });
  return { db, pool, close };
}
