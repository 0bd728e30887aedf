import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { fromKysely, type PgBoss, type QueueOptions } from 'pg-boss';
import type { Database } from '../db/transaction.ts';
import type { Logger } from '../lib/logger.ts';
import { createBoss } from './boss.ts';
import { fairFetchIndex } from './fair-fetch.ts';
import type { EnqueueOptions, JobKind, JobQueue } from './job.ts';
import { activeJobsIndex } from './lost-jobs.ts';

/** A job queue that must be closed after use. */
export interface OpenJobQueue extends JobQueue {
  close(): Promise<void>;
}

/** Retention of finished jobs, for inspection; the outcome is in the rows they worked on. */
const endedJobsRetentionSeconds = 900;
/** Retention of waiting jobs; a job that could not run for this long is useless. */
const waitingJobsRetentionSeconds = 14 * 86_400;
const longestRetryDelaySeconds = 86_400;

/**
 * Creates or updates the queue's tables and one queue per kind. Idempotent and safe for concurrent
 * processes.
 */
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

/**
 * Opens the writing side of the queue over the process's existing connections. Requires
 * `prepareJobQueues` to have run.
 */
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
      await boss.send(kind.name, data, { db: fromKysely(db), ...bossOptions(options) });
    },
    enqueueAll: async (db, kind, jobs) => {
      const inserted = jobs.map(({ data, options = {} }) => ({ data, ...bossOptions(options) }));
      await boss.insert(kind.name, inserted, { db: fromKysely(db) });
    },
    // pg-boss would also cancel a running job.
    cancel: async (db, kind, id) => {
      await sql`
        update pgboss.job set state = 'cancelled', completed_on = now()
        where name = ${kind.name} and id = ${id} and state < 'active'`.execute(db);
    },
    hold: async (db, kind, ids) => {
      await sql`
        update pgboss.job set start_after = 'infinity'
        where name = ${kind.name} and id = any(${[...ids]}::uuid[]) and state < 'active'`.execute(
        db,
      );
    },
    unhold: async (db, kind, ids) => {
      await sql`
        update pgboss.job set start_after = pgboss.job_now()
        where name = ${kind.name} and id = any(${[...ids]}::uuid[]) and state < 'active'
          and start_after = 'infinity'`.execute(db);
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
    hasOpen: async (db, kind, organizationId) => {
      const { rows } = await sql`
        select from pgboss.job
        where name = ${kind.name} and group_id = ${organizationId} and state <= 'active' limit 1`.execute(
        db,
      );
      return rows.length > 0;
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

function bossOptions({ id, group, priority, startAfterSeconds }: EnqueueOptions) {
  return {
    ...(id !== undefined && { id }),
    ...(group && { group: { id: group.organizationId, tier: group.tier } }),
    ...(priority !== undefined && { priority }),
    ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
  };
}

async function prepareQueue(boss: PgBoss, kind: JobKind<object>): Promise<void> {
  const settings: QueueOptions & { readonly notify: boolean } = {
    retryLimit: kind.retryLimit,
    retryDelay: kind.retryDelaySeconds,
    retryBackoff: kind.retryBackoff,
    ...(kind.retryBackoff && { retryDelayMax: longestRetryDelaySeconds }),
    expireInSeconds: kind.expireInSeconds,
    deleteAfterSeconds: endedJobsRetentionSeconds,
    retentionSeconds: waitingJobsRetentionSeconds,
    notify: true,
  };
  await boss.createQueue(kind.name, settings);
  // Without this, an existing queue would retain its old settings.
  await boss.updateQueue(kind.name, settings);
  // Our own watch finds lost leases, seconds earlier; older versions left them to pg-boss.
  await boss
    .getDb()
    .executeSql('update pgboss.queue set heartbeat_seconds = null where name = $1', [kind.name]);
}
