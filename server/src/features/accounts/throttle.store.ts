import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Number of free attempts and growth of the delay after them. */
export interface ThrottleRule {
  readonly freeAttempts: number;
  /** Delay after the last free attempt; each further one doubles it. */
  readonly firstDelaySeconds: number;
  readonly maxDelaySeconds: number;
  /** The count restarts after this time without an attempt. */
  readonly forgetAfterSeconds: number;
}

/**
 * Counts an attempt unless the key is blocked. Returns the remaining seconds of the delay, 0 if the
 * attempt may proceed. One statement using the database's clock: of parallel attempts exactly
 * `freeAttempts` pass, on any number of hosts.
 */
export async function countAttempt(
  db: Db,
  { key, rule }: { key: string; rule: ThrottleRule },
): Promise<number> {
  const attempts = sql`(case when t.forget_at <= clock_timestamp() then 1 else t.attempts + 1 end)`;
  const waitAfter = (
    count: ReturnType<typeof sql>,
  ) => sql`case when ${count} >= ${rule.freeAttempts}
    then clock_timestamp() + make_interval(secs => least(${rule.maxDelaySeconds}::float8,
      ${rule.firstDelaySeconds} * power(2, least(${count} - ${rule.freeAttempts}, 30))::float8)) end`;
  const forgetAt = sql`clock_timestamp() + make_interval(secs => ${rule.forgetAfterSeconds})`;
  const counted = await sql`
    insert into throttles as t (key, attempts, blocked_until, forget_at)
    values (${key}, 1, ${waitAfter(sql`1`)}, ${forgetAt})
    on conflict (key) do update
      set attempts = ${attempts}, blocked_until = ${waitAfter(attempts)}, forget_at = ${forgetAt}
      where t.blocked_until is null or t.blocked_until <= clock_timestamp()
    returning key`.execute(db);
  if (counted.rows.length > 0) return 0;
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from blocked_until - clock_timestamp())))::int as seconds
    from throttles where key = ${key}`.execute(db);
  return rows[0]?.seconds ?? 1;
}

/** Deletes the counters of the keys. */
export async function removeThrottles(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('throttles').where('key', 'in', keys).execute();
}

/** Takes one legitimate attempt off the key's counter. */
export async function decrementAttempts(db: Db, key: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ attempts: sql<number>`greatest(0, attempts - 1)`, blocked_until: null })
    .where('key', '=', key)
    .execute();
}
