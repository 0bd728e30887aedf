import { sql } from 'kysely';
import type { Database } from '../db/transaction.ts';

/** Jobs of one kind that have not started. */
export interface QueueDepth {
  readonly waiting: number;
  /** Age of the oldest job that is due. Unit: seconds. */
  readonly oldestSeconds: number;
}

/** Returns the depth of each queue, for the metrics. */
export async function readQueueDepths(db: Database): Promise<Map<string, QueueDepth>> {
  const { rows } = await sql<QueueDepth & { name: string }>`
    select name, count(*) as waiting,
      coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as "oldestSeconds"
    from pgboss.job where state < 'active' group by name`.execute(db);
  return new Map(rows.map(({ name, ...depth }) => [name, depth]));
}
