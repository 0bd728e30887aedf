import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import type { BudgetKind } from './budgets.store.ts';

/** A due alert for one user. Unit: credits. */
export interface DueAlert {
  readonly kind: BudgetKind;
  /** Name of the project or API key. */
  readonly name: string;
  /** Highest threshold newly reached. */
  readonly percent: number;
  readonly used: number;
  readonly monthlyLimit: number;
  readonly resetsAt: Date;
  readonly email: string;
  readonly firstName: string;
}

/**
 * Records every threshold that the budgets of an organisation have reached and that is not yet
 * recorded in this cycle, and returns the users to alert: of several thresholds reached at once, the
 * highest. Thresholds recorded concurrently by another transaction are left to it. The owner is alerted
 * if no recipient is a member.
 */
export async function recordAlerts(tx: Tx, organizationId: string): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with budgets as (
      select 'project' as kind, p.id, p.name, p.monthly_limit, u.used, p.alert_percents, p.alert_roles, p.alert_user_ids,
        o.cycle_started_at, o.cycle_ends_at
      from organizations o join projects p on p.organization_id = o.id
      join project_usage u on u.project_id = p.id and u.cycle_started_at = o.cycle_started_at
      where o.id = ${organizationId} and p.monthly_limit is not null
      union all
      select 'api_key', k.id, k.name, k.monthly_limit, u.used, k.alert_percents, k.alert_roles, k.alert_user_ids,
        o.cycle_started_at, o.cycle_ends_at
      from organizations o join api_keys k on k.organization_id = o.id
      join api_key_usage u on u.api_key_id = k.id and u.cycle_started_at = o.cycle_started_at
      where o.id = ${organizationId} and k.monthly_limit is not null
    ), noted as (
      insert into budget_alerts (organization_id, kind, budget_id, cycle_started_at, percent)
      select ${organizationId}, b.kind, b.id, b.cycle_started_at, percent
      from budgets b, unnest(b.alert_percents) as percent
      where b.used::bigint * 100 >= b.monthly_limit::bigint * percent
      order by b.kind, b.id, percent
      on conflict do nothing
      returning kind, budget_id, percent
    ), reached as (
      select kind, budget_id, max(percent) as percent from noted group by kind, budget_id
    )
    select b.kind, b.name, r.percent, b.used, b.monthly_limit as "monthlyLimit", b.cycle_ends_at as "resetsAt",
      u.email, u.first_name as "firstName"
    from reached r
    join budgets b on b.kind = r.kind and b.id = r.budget_id
    join users u on u.organization_id = ${organizationId} and (
      u.role = any(b.alert_roles) or u.id = any(b.alert_user_ids)
      or (u.role = 'owner' and not exists (
        select from users m where m.organization_id = u.organization_id
          and (m.role = any(b.alert_roles) or m.id = any(b.alert_user_ids)))))
    order by b.kind, b.id, u.id`.execute(tx);
  return rows;
}
