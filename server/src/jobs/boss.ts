import { PgBoss, type Db as BossDatabase, type ConstructorOptions } from 'pg-boss';
import type { Logger } from '../lib/logger.ts';
import { openPool, type Connection } from '../db/open.ts';
import { createStatementNames } from '../db/statement-names.ts';
import { subscribe } from '../db/notifications.ts';

/** Schema of pg-boss. Its tables are queried directly where its interface lacks a query. */
export const bossSchema = 'pgboss';

/** Timings of the job queue; shortened only in tests. */
export interface BossTimings {
  /** Interval at which pg-boss searches for expired jobs and counts its queues. */
  readonly superviseSeconds: number;
  /** Interval of the search for jobs whose worker died. */
  readonly lostJobsSeconds: number;
  readonly cronSeconds: number;
}

/** Timings in production. */
export const usualTimings: BossTimings = {
  superviseSeconds: 15,
  lostJobsSeconds: 2,
  cronSeconds: 15,
};

/** A connection pool in the shape that pg-boss requires, with notifications of new jobs. */
export interface BossConnection {
  readonly database: BossDatabase;
  /** Notifies all processes of new jobs in a queue, as pg-boss does when jobs are sent. */
  announce(queue: string): Promise<void>;
  close(): Promise<void>;
}

const maxConnections = 4;

/**
 * Opens the connections of a worker process. `onAnnounced` receives the queue's name, or nothing if
 * notifications may have been missed.
 */
export function connectBoss(input: {
  readonly connection: Connection;
  /** Shown by the database for the connection that receives notifications. */
  readonly applicationName?: string | undefined;
  readonly logger: Logger;
  readonly onAnnounced: (queue: string | undefined) => void;
}): BossConnection {
  const { connection, applicationName, logger, onAnnounced } = input;
  const { pool, close } = openPool({
    connection,
    maxConnections,
    applicationName: 'shotwright-jobs',
    logger,
  });
  const nameFor = createStatementNames('job');
  let announcements: string | undefined;
  return {
    database: {
      executeSql: (text, values) => {
        // A text with several statements cannot be prepared.
        const isOne = (values && values.length > 0) || !text.includes(';');
        const name = isOne ? nameFor(text) : undefined;
        return pool.query({ text, ...(values && { values }), ...(name && { name }) });
      },
      listen: (channel, onMessage, onConnected) => {
        announcements = channel;
        return subscribe({
          connection,
          channel,
          applicationName,
          logger,
          onMessage: (queue) => {
            onMessage(queue);
            onAnnounced(queue);
          },
          onConnected: () => {
            onConnected();
            onAnnounced(undefined);
          },
        });
      },
    },
    announce: async (queue) => {
      if (announcements === undefined) return;
      await pool.query('select pg_notify($1, $2)', [announcements, queue]);
    },
    close,
  };
}

/**
 * Creates a pg-boss over the given database. It logs warnings and errors because it has no caller
 * to throw them to.
 */
export function createBoss(
  database: BossDatabase | Connection,
  options: ConstructorOptions & { readonly logger: Logger },
): PgBoss {
  const { logger, ...settings } = options;
  const boss = new PgBoss({
    ...('executeSql' in database ? { db: database } : poolSettings(database)),
    schema: bossSchema,
    // Queue counts and vacuum checks serve operators of large queues; our operators use /metrics.
    persistQueueStats: false,
    monitorVacuum: false,
    ...settings,
  });
  boss.on('error', (err) => logger.warn({ err }, 'job queue error'));
  boss.on('warning', (warning) => logger.warn({ warning }, 'job queue warning'));
  return boss;
}

function poolSettings({ ssl, ...connection }: Connection): ConstructorOptions {
  const { host, port, database, user, password, connectionString } = connection;
  return {
    max: 2,
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(database !== undefined && { database }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && typeof password === 'string' && { password }),
    ...(connectionString !== undefined && { connectionString }),
    ...(ssl !== undefined && { ssl }),
  };
}
