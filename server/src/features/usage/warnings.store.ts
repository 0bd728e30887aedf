import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/**
 * Percentages of a cycle's credits, and of the storage, at which an account is warned. Source:
 * acceptance GP-5.
 */
const warningPercents = { credits: [75, 95, 100], storage: [80, 95] } as const;

/** A due warning for one user. Sizes in bytes. */
export interface DueWarning {
  readonly kind: 'credits' | 'storage';
  /** Highest threshold newly reached. */
  readonly percent: number;
  readonly email: string;
  readonly firstName: string;
  readonly available: number;
  readonly cycleCredits: number;
  readonly cycleEndsAt: Date;
  readonly storageUsedBytes: number;
  /** 0 if there is no limit. */
  readonly storageLimitBytes: number;
}

/**
 * Accounts that have reached the lowest threshold of credits or storage, ordered by id, after
 * `afterId`.
 */
export async function listNearlyUsed(
  db: Db,
  input: { readonly afterId: string | null; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o join credit_accounts a on a.organization_id = o.id
    where (${input.afterId}::uuid is null or o.id > ${input.afterId}::uuid)
      and ((a.cycle_credits > 0 and a.available * 100 <= a.cycle_credits * (100 - ${warningPercents.credits[0]}::int))
        or a.storage_used_bytes * 100 >= o.storage_limit_bytes * ${warningPercents.storage[0]}::int)
    order by o.id limit ${input.limit}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Records every threshold that these accounts have reached and that is not yet recorded in this
 * cycle, and returns the users to warn: of several thresholds reached at once, the highest.
 * Thresholds recorded concurrently by another transaction are left to it.
 */
export async function recordWarnings(
  tx: Tx,
  organizationIds: readonly string[],
): Promise<DueWarning[]> {
  const { rows } = await sql<DueWarning>`
    with reached as (
      select o.id, o.cycle_started_at, t.kind, t.percent
      from organizations o
      join credit_accounts a on a.organization_id = o.id
      cross join lateral (
        select 'credits' as kind, percent from unnest(${[...warningPercents.credits]}::int[]) percent
        where a.cycle_credits > 0 and a.available * 100 <= a.cycle_credits * (100 - percent)
        union all
        select 'storage', percent from unnest(${[...warningPercents.storage]}::int[]) percent
        where a.storage_used_bytes * 100 >= o.storage_limit_bytes * percent
      ) t
      where o.id = any(${[...organizationIds]}::uuid[])
    ), noted as (
      insert into usage_warnings (organization_id, cycle_started_at, kind, percent)
      select id, cycle_started_at, kind, percent from reached order by id, kind, percent
      on conflict do nothing
      returning organization_id, kind, percent
    )
    select n.kind, max(n.percent) as percent, u.email, u.first_name as "firstName", a.available,
      a.cycle_credits as "cycleCredits", o.cycle_ends_at as "cycleEndsAt",
      a.storage_used_bytes as "storageUsedBytes", coalesce(o.storage_limit_bytes, 0) as "storageLimitBytes"
    from noted n
    join organizations o on o.id = n.organization_id
    join credit_accounts a on a.organization_id = n.organization_id
    join users u on u.organization_id = n.organization_id and u.role in ('owner', 'admin', 'billing')
    group by n.kind, u.id, a.organization_id, o.id
    order by o.id, n.kind, u.id`.execute(tx);
  return rows;
}
