import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types, type PoolConfig } from 'pg';
import type { Logger } from '../lib/logger.ts';
import { preparingPool } from './preparing-pool.ts';
import type { Tables } from './tables/index.ts';
import type { Database } from './transaction.ts';

// Sums and counts are int8; ours stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** How to reach the database. */
export interface DatabaseOptions {
  readonly connection: PoolConfig;
  readonly maxConnections: number;
  readonly logger: Logger;
}

/** A pool with its typed view; `close` ends both. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Opens a pool. Connections are made on first use; a lost one is replaced and logged, never thrown from nowhere. */
export function openDatabase({
  connection,
  maxConnections,
  logger,
}: DatabaseOptions): OpenDatabase {
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    application_name: 'shotwright',
  });
  let isClosing = false;
  pool.on('error', (err) => {
    // A connection may still be saying goodbye when the server behind it goes.
    if (!isClosing) logger.warn({ err }, 'an idle database connection was lost');
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  return {
    db,
    pool,
    close: () => {
      isClosing = true;
      return db.destroy();
    },
  };
}
