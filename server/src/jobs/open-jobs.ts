import { sql } from 'kysely';
import { fromKysely } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/transaction.ts';
import type { Logger } from '../lib/logger.ts';
import { createBoss } from './boss.ts';

/** An unfinished job, as stored in a backup. */
export const openJobSchema = z.object({
  name: z.string(),
  id: z.uuid(),
  data: z.record(z.string(), z.unknown()).nullable(),
  priority: z.int(),
  groupId: z.string().nullable(),
  groupTier: z.string().nullable(),
  /** ISO 8601. */
  startAfter: z.string(),
});
/** A job of {@link openJobSchema}. */
export type OpenJob = z.infer<typeof openJobSchema>;

/** Query that checks if the queue has its tables. */
export const hasJobTables = `select to_regclass('pgboss.job') is not null as found`;

/**
 * Query for the unfinished jobs, oldest first. Excludes the internal jobs of pg-boss, which it
 * creates again.
 */
export const selectOpenJobs = `
  select name, id, data, priority, group_id as "groupId", group_tier as "groupTier",
    to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startAfter"
  from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss\\_\\_%'
  order by created_on, id`;

/**
 * Adds jobs of a backup to prepared queues. Returns the number of jobs whose kind no longer exists.
 */
export async function addOpenJobs(input: {
  readonly db: Database;
  readonly jobs: AsyncIterable<OpenJob>;
  readonly logger: Logger;
}): Promise<{ readonly added: number; readonly unknown: number }> {
  const { db, logger } = input;
  const boss = createBoss(fromKysely(db), {
    migrate: false,
    supervise: false,
    schedule: false,
    logger,
  });
  await boss.start();
  try {
    const { rows } = await sql<{ name: string }>`select name from pgboss.queue`.execute(db);
    const queues = new Set(rows.map((row) => row.name));
    let added = 0;
    let unknown = 0;
    for await (const job of input.jobs) {
      if (!queues.has(job.name)) {
        unknown += 1;
        continue;
      }
      const { name, groupId, groupTier, data, ...rest } = job;
      const group = groupId === null ? undefined : { id: groupId, tier: groupTier ?? undefined };
      await boss.insert(name, [
        {
          id: rest.id,
          priority: rest.priority,
          startAfter: rest.startAfter,
          ...(data && { data }),
          ...(group && {
            group: { id: group.id, ...(group.tier !== undefined && { tier: group.tier }) },
          }),
        },
      ]);
      added += 1;
    }
    return { added, unknown };
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}
