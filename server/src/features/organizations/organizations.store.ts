import { sql } from 'kysely';
import type { PlanTier } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';

/** An organisation's plan and its running credit cycle. */
export interface OrganizationCycle {
  readonly organizationId: string;
  readonly tier: PlanTier;
  readonly cycleStartedAt: Date;
  readonly cycleEndsAt: Date;
}

/** Inserts an organisation on the Free plan whose first cycle starts now. */
export async function insertOrganization(
  db: Db,
  input: { id: string; name: string },
): Promise<void> {
  await db.insertInto('organizations').values(input).execute();
}

/** Organisations whose cycle is over, locked for this transaction and skipped by others; at most `limit`. */
export async function lockEndedCycles(db: Db, limit: number): Promise<OrganizationCycle[]> {
  const rows = await db
    .selectFrom('organizations')
    .select(['id', 'plan_tier', 'cycle_started_at', 'cycle_ends_at'])
    .where('cycle_ends_at', '<=', sql<Date>`now()`)
    .orderBy('cycle_ends_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => ({
    organizationId: row.id,
    tier: row.plan_tier,
    cycleStartedAt: row.cycle_started_at,
    cycleEndsAt: row.cycle_ends_at,
  }));
}

/** Starts the cycle that holds the present moment, whole months after the last one; answers its start. */
export async function advanceCycle(db: Db, organizationId: string): Promise<Date> {
  const row = await sql<{ cycle_started_at: Date }>`
    update organizations o
    set cycle_started_at = o.cycle_ends_at + make_interval(months => passed.months),
        cycle_ends_at = o.cycle_ends_at + make_interval(months => passed.months + 1)
    from (
      select id, (extract(year from age(now(), cycle_ends_at)) * 12 + extract(month from age(now(), cycle_ends_at)))::int as months
      from organizations where id = ${organizationId}
    ) passed
    where o.id = passed.id
    returning o.cycle_started_at`.execute(db);
  const [started] = row.rows;
  if (!started) throw new Error('the organisation vanished while its cycle was advanced');
  return started.cycle_started_at;
}
