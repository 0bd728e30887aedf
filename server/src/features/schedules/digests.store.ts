import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** A change or a failure of which no daily email has told. */
export interface UnreportedRun {
  readonly userId: string | null;
  readonly scheduleName: string;
  readonly plannedAt: Date;
  /** Null for a failure. */
  readonly diffRatio: number | null;
  /** Null for a change. */
  readonly reason: string | null;
}

const isUnreported = sql`
  not r.is_reported and (r.status = 'FAILED' or r.is_changed) and s.notify = 'daily'`;

/** Returns organisations with such runs. */
export async function listUnreportedOrganizations(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.organization_id as id
    from schedules s join schedule_runs r on r.schedule_id = s.id
    where ${isUnreported} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks the runs of an organisation as reported and returns them, newest first. */
export async function takeUnreported(tx: Tx, organizationId: string): Promise<UnreportedRun[]> {
  const { rows } = await sql<UnreportedRun>`
    with taken as (
      update schedule_runs r set is_reported = true
      from schedules s
      where s.id = r.schedule_id and s.organization_id = ${organizationId} and ${isUnreported}
      returning s.user_id as "userId", s.name as "scheduleName", r.planned_at as "plannedAt",
        case when r.status = 'COMPLETE' then r.diff_ratio end as "diffRatio",
        case when r.status = 'FAILED' then coalesce(r.message, 'The capture failed.') end as reason
    )
    select * from taken order by "plannedAt" desc`.execute(tx);
  return rows;
}
