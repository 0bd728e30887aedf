import { PgBoss, type Db as BossDatabase, type ConstructorOptions } from 'pg-boss';
import type { Logger } from '../lib/logger.ts';
import { openPool, type Connection } from '../db/open.ts';
import { createStatementNames } from '../db/statement-names.ts';
import { subscribe } from '../db/notifications.ts';

/** The schema of pg-boss; its tables are read by name where its interface has no question for us. */
export const bossSchema = 'pgboss';

/** Timings; shortened in tests only. */
export interface BossTimings {
  /** How often pg-boss looks for expired jobs and counts its queues. */
  readonly superviseSeconds: number;
  /** How often jobs whose worker died are looked for. */
  readonly lostJobsSeconds: number;
  readonly cronSeconds: number;
}

/** The timings of the product. */
export const usualTimings: BossTimings = {
  superviseSeconds: 15,
  lostJobsSeconds: 2,
  cronSeconds: 15,
};

/** A pool in the shape pg-boss wants, with the announcements of new jobs made available to us. */
export interface BossConnection {
  readonly database: BossDatabase;
  /** Announces jobs of a queue to all processes, as pg-boss does when they are sent. */
  announce(queue: string): Promise<void>;
  close(): Promise<void>;
}

const maxConnections = 4;

/** Opens the connections of a worker process. `onAnnounced` gets the queue's name, or nothing when some may have been missed. */
export function connectBoss(input: {
  readonly connection: Connection;
  readonly logger: Logger;
  readonly onAnnounced: (queue: string | undefined) => void;
}): BossConnection {
  const { connection, logger, onAnnounced } = input;
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
        // Several statements in one text cannot be prepared.
        const isOne = (values && values.length > 0) || !text.includes(';');
        const name = isOne ? nameFor(text) : undefined;
        return pool.query({ text, ...(values && { values }), ...(name && { name }) });
      },
      listen: (channel, onMessage, onConnected) => {
        announcements = channel;
        return subscribe({
          connection,
          channel,
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

/** A pg-boss over the given database; warnings and errors go to the log, as it has no caller to throw them at. */
export function createBoss(
  database: BossDatabase | Connection,
  options: ConstructorOptions & { readonly logger: Logger },
): PgBoss {
  const { logger, ...settings } = options;
  const boss = new PgBoss({
    ...('executeSql' in database ? { db: database } : poolSettings(database)),
    schema: bossSchema,
    // Counts and vacuum checks are for operators of big queues; ours reads /metrics.
    persistQueueStats: false,
    monitorVacuum: false,
    ...settings,
  });
  boss.on('error', (err) => logger.warn({ err }, 'the job queue reports an error'));
  boss.on('warning', (warning) => logger.warn({ warning }, 'the job queue warns'));
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
