import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { fromKysely, type PgBoss, type QueueOptions } from 'pg-boss';
import type { Database } from '../db/transaction.ts';
import type { Logger } from '../lib/logger.ts';
import { createBoss } from './boss.ts';
import { fairFetchIndex } from './fair-fetch.ts';
import type { JobKind, JobQueue } from './job.ts';
import { activeJobsIndex } from './lost-jobs.ts';

/** A queue that can be opened and closed. */
export interface OpenJobQueue extends JobQueue {
  close(): Promise<void>;
}

/** Ended jobs are kept this long, for a person to look at; the rows they worked for say what happened. */
const endedJobsKeptSeconds = 900;
/** A job nobody could run for so long is of no use any more. */
const waitingJobsKeptSeconds = 14 * 86_400;
const longestRetryDelaySeconds = 86_400;

/** Makes or updates the queue's tables and one queue per kind. Safe to call again, and by several processes at once. */
export async function prepareJobQueues(input: {
  readonly connection: Connection;
  readonly kinds: readonly JobKind<object>[];
  readonly logger: Logger;
}): Promise<void> {
  const boss = createBoss(input.connection, {
    supervise: false,
    schedule: false,
    logger: input.logger,
  });
  try {
    await boss.start();
    await boss.getDb().executeSql(fairFetchIndex);
    await boss.getDb().executeSql(activeJobsIndex);
    for (const kind of input.kinds) await prepareQueue(boss, kind);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Opens the writing side of the queue over the process's own connections; `prepareJobQueues` came before. */
export async function createJobQueue(input: {
  readonly db: Database;
  readonly logger: Logger;
}): Promise<OpenJobQueue> {
  const boss = createBoss(fromKysely(input.db), {
    migrate: false,
    supervise: false,
    schedule: false,
    logger: input.logger,
  });
  await boss.start();
  return {
    enqueue: async (db, kind, { data, options = {} }) => {
      const { id, group, priority, startAfterSeconds } = options;
      await boss.send(kind.name, data, {
        db: fromKysely(db),
        ...(id !== undefined && { id }),
        ...(group && { group: { id: group.organizationId, tier: group.tier } }),
        ...(priority !== undefined && { priority }),
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
      });
    },
    // pg-boss would cancel a running job as well.
    cancel: async (db, kind, id) => {
      await sql`
        update pgboss.job set state = 'cancelled', completed_on = now()
        where name = ${kind.name} and id = ${id} and state < 'active'`.execute(db);
    },
    findEnded: async (db, kinds, ids) => {
      const names = kinds.map((kind) => kind.name);
      const { rows } = await sql<{ id: string }>`
        select id from pgboss.job
        where name = any(${names}) and id = any(${[...ids]}::uuid[]) and state <= 'active'`.execute(
        db,
      );
      const open = new Set(rows.map((row) => row.id));
      return ids.filter((id) => !open.has(id.toLowerCase()));
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

async function prepareQueue(boss: PgBoss, kind: JobKind<object>): Promise<void> {
  const settings: QueueOptions & { readonly notify: boolean } = {
    retryLimit: kind.retryLimit,
    retryDelay: kind.retryDelaySeconds,
    retryBackoff: kind.retryBackoff,
    ...(kind.retryBackoff && { retryDelayMax: longestRetryDelaySeconds }),
    expireInSeconds: kind.expireInSeconds,
    deleteAfterSeconds: endedJobsKeptSeconds,
    retentionSeconds: waitingJobsKeptSeconds,
    notify: true,
  };
  await boss.createQueue(kind.name, settings);
  // A queue that existed keeps its old settings otherwise.
  await boss.updateQueue(kind.name, settings);
  // Lost leases are found by our own watch, seconds earlier; older versions left them to pg-boss.
  await boss
    .getDb()
    .executeSql('update pgboss.queue set heartbeat_seconds = null where name = $1', [kind.name]);
}
