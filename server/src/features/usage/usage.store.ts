import { sql } from 'kysely';
import type { PlanTier } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';

/** Current cycle of an organisation. Sizes in bytes. */
export interface CycleRow {
  readonly tier: PlanTier;
  readonly cycleStartedAt: Date;
  readonly cycleEndsAt: Date;
  /** All credits available in the cycle: granted, carried over and added since. */
  readonly cycleCredits: number;
  readonly available: number;
  readonly lasting: number;
  readonly storageUsedBytes: number;
  /** Null means no limit. */
  readonly storageLimitBytes: number | null;
  /** By the database's clock. */
  readonly now: Date;
}

/** Returns the cycle in one round trip. */
export async function getCycleRow(db: Db, organizationId: string): Promise<CycleRow> {
  const { rows } = await sql<CycleRow>`
    select o.plan_tier as tier, o.cycle_started_at as "cycleStartedAt", o.cycle_ends_at as "cycleEndsAt",
      coalesce(a.cycle_credits, 0) as "cycleCredits", coalesce(a.available, 0) as available,
      coalesce(least(a.lasting, a.available), 0) as lasting, coalesce(a.storage_used_bytes, 0) as "storageUsedBytes",
      o.storage_limit_bytes as "storageLimitBytes", now() as now
    from organizations o left join credit_accounts a on a.organization_id = o.id
    where o.id = ${organizationId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a signed-in person without an organisation');
  return row;
}

/** Cost of captures by day, by project or by key; failed captures cost nothing. */
export interface SpentRow {
  readonly by: 'day' | 'project' | 'key';
  /** `2026-11-21`, UTC; null unless counted by day. */
  readonly date: string | null;
  /** Null for deleted captures or the dashboard. */
  readonly id: number | null;
  /** Null if the project or key was deleted. */
  readonly name: string | null;
  readonly credits: number;
  readonly captures: number;
}

/**
 * Credits spent since the first ledger entry of the current cycle. The own key, if any, is listed
 * without captures, too.
 */
export async function listSpent(
  db: Db,
  input: { readonly organizationId: string; readonly ownKeyId: number | null },
): Promise<SpentRow[]> {
  const { organizationId, ownKeyId } = input;
  const { rows } = await sql<SpentRow>`
    with counted as (
      select grouping(day, project_id, api_key_id) as kind, day, project_id, api_key_id,
        sum(s.credits)::bigint as credits, sum(s.captures)::bigint as captures
      from credit_accounts a
      join spent_counts s on s.organization_id = a.organization_id and s.cycle_entry_id = a.cycle_entry_id
      where a.organization_id = ${organizationId}
      group by grouping sets ((day), (project_id), (api_key_id))
      having sum(s.captures) <> 0
    ), listed as (
      select * from counted
      union all
      select 6, null, null, ${ownKeyId}::int, 0, 0
      where ${ownKeyId}::int is not null and not exists (
        select from counted where kind = 6 and api_key_id = ${ownKeyId})
    )
    select case c.kind when 3 then 'day' when 5 then 'project' else 'key' end as by,
      to_char(c.day, 'YYYY-MM-DD') as date, coalesce(c.project_id, c.api_key_id) as id,
      coalesce(p.name, k.name) as name, c.credits, c.captures
    from listed c
    left join projects p on p.id = c.project_id and p.organization_id = ${organizationId}
    left join api_keys k on k.id = c.api_key_id and k.organization_id = ${organizationId}
    order by c.day, c.credits desc, id`.execute(db);
  return rows;
}
