import { sql, type RawBuilder } from 'kysely';
import type { MemberRole } from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';

/** Kinds of things that have a budget. */
export type BudgetKind = 'project' | 'api_key';

/** Identifies a budget by its project or API key. */
export interface BudgetRef {
  readonly organizationId: string;
  readonly kind: BudgetKind;
  readonly id: number;
}

/** A budget in the current cycle. Unit: credits. */
export interface BudgetRow {
  /** Null: no limit. */
  readonly monthlyLimit: number | null;
  readonly used: number;
  readonly resetsAt: Date;
  readonly percents: readonly number[];
  readonly roles: readonly MemberRole[];
  /** Without those who have left the organisation. */
  readonly userIds: readonly string[];
}

/** Changeable part of a budget. */
export type BudgetChange = Pick<BudgetRow, 'monthlyLimit' | 'percents' | 'roles' | 'userIds'>;

const tables = { project: sql.table('projects'), api_key: sql.table('api_keys') } as const;

/** Credits that the captures of a project have cost in the current cycle, by the counts of the Usage page. */
const spentByProject = sql`(
  select greatest(coalesce(sum(c.credits), 0), 0)::int from credit_accounts a
  join spent_counts c on c.organization_id = a.organization_id and c.cycle_entry_id = a.cycle_entry_id
  where a.organization_id = b.organization_id and c.project_id = b.id)`;

const used: Readonly<Record<BudgetKind, RawBuilder<number>>> = {
  project: sql`case when b.monthly_limit is null then ${spentByProject} else coalesce((
    select u.used from project_usage u where u.project_id = b.id and u.cycle_started_at = o.cycle_started_at), 0) end`,
  api_key: sql`coalesce((
    select u.used from api_key_usage u where u.api_key_id = b.id and u.cycle_started_at = o.cycle_started_at), 0)`,
};

/** Returns a budget. */
export async function findBudget(
  db: Db,
  { organizationId, kind, id }: BudgetRef,
): Promise<BudgetRow | undefined> {
  const { rows } = await sql<BudgetRow>`
    select b.monthly_limit as "monthlyLimit", ${used[kind]} as used, o.cycle_ends_at as "resetsAt",
      b.alert_percents as percents, b.alert_roles as roles,
      array(select u.id from users u where u.organization_id = o.id and u.id = any(b.alert_user_ids)
        order by lower(u.first_name), u.id) as "userIds"
    from ${tables[kind]} b join organizations o on o.id = b.organization_id
    where b.organization_id = ${organizationId} and b.id = ${id}::int`.execute(db);
  return rows[0];
}

/**
 * Locks a project or API key against changes, and against new captures of the project, until the
 * transaction ends. Returns its limit, or undefined if it does not exist.
 */
export async function lockBudget(
  tx: Tx,
  { organizationId, kind, id }: BudgetRef,
): Promise<Pick<BudgetRow, 'monthlyLimit'> | undefined> {
  const { rows } = await sql<Pick<BudgetRow, 'monthlyLimit'>>`
    select monthly_limit as "monthlyLimit" from ${tables[kind]}
    where organization_id = ${organizationId} and id = ${id}::int for update`.execute(tx);
  return rows[0];
}

/** Changes a budget. */
export async function updateBudget(
  tx: Tx,
  { organizationId, kind, id }: BudgetRef,
  change: BudgetChange,
): Promise<void> {
  await sql`
    update ${tables[kind]} set monthly_limit = ${change.monthlyLimit}::int,
      alert_percents = ${[...change.percents]}::int[], alert_roles = ${[...change.roles]}::text[],
      alert_user_ids = ${[...change.userIds]}::uuid[]
    where organization_id = ${organizationId} and id = ${id}::int`.execute(tx);
}

/** Counts what a project has spent in the current cycle against its limit. */
export async function countSpentByProject(tx: Tx, projectId: number): Promise<void> {
  await sql`
    insert into project_usage (project_id, organization_id, cycle_started_at, used)
    select b.id, o.id, o.cycle_started_at, ${spentByProject}
    from projects b join organizations o on o.id = b.organization_id
    where b.id = ${projectId}::int
    on conflict (project_id, cycle_started_at) do update set used = excluded.used`.execute(tx);
}

/** Returns those of the given users who are members of the organisation. */
export async function listMemberIds(
  db: Db,
  { organizationId, userIds }: { organizationId: string; userIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where organization_id = ${organizationId} and id = any(${[...userIds]}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}
