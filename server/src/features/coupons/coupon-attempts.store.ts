import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

const hourSeconds = 3_600;

/**
 * Counts a try at a code unless the organisation has used up the tries of the last hour. Returns
 * the remaining seconds of the wait, 0 if the try may proceed. One statement using the database's
 * clock: of parallel tries exactly `triesPerHour` pass, on any number of hosts.
 */
export async function countCodeAttempt(
  db: Db,
  { organizationId, triesPerHour }: { organizationId: string; triesPerHour: number },
): Promise<number> {
  const recent = sql`array(select tried from unnest(t.tried_at) tried
    where tried > clock_timestamp() - make_interval(secs => ${hourSeconds}))`;
  const counted = await sql`
    insert into coupon_tries as t (organization_id, tried_at)
    values (${organizationId}, array[clock_timestamp()])
    on conflict (organization_id) do update set tried_at = ${recent} || clock_timestamp()
      where cardinality(${recent}) < ${triesPerHour}
    returning organization_id`.execute(db);
  if (counted.rows.length > 0) return 0;
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from tried_at[1] - clock_timestamp()) + ${hourSeconds}))::int as seconds
    from coupon_tries where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.seconds ?? 1;
}
