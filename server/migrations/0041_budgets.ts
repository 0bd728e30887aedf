import { sql, type Kysely } from 'kysely';

/**
 * Monthly limits of projects, the credits that count against them, and the alerts of the limits of
 * projects and API keys. Existing limits of API keys get no alerts, because no user has chosen recipients for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column monthly_limit integer check (monthly_limit > 0)`.execute(
    db,
  );
  for (const table of ['projects', 'api_keys']) {
    await sql`
      alter table ${sql.table(table)}
        add column alert_percents integer[] not null default '{80,100}',
        add column alert_roles text[] not null default '{owner}',
        add column alert_user_ids uuid[] not null default '{}'`.execute(db);
  }
  await sql`update api_keys set alert_percents = '{}' where monthly_limit is not null`.execute(db);
  await sql`
    create table project_usage (
      project_id integer not null references projects (id) on delete cascade,
      organization_id uuid not null references organizations (id) on delete cascade,
      cycle_started_at timestamptz not null,
      used integer not null check (used >= 0),
      primary key (project_id, cycle_started_at)
    )`.execute(db);
  await sql`
    create table budget_alerts (
      organization_id uuid not null references organizations (id) on delete cascade,
      kind text not null check (kind in ('project', 'api_key')),
      budget_id integer not null,
      cycle_started_at timestamptz not null,
      percent integer not null check (percent between 1 and 100),
      created_at timestamptz not null default now(),
      primary key (organization_id, kind, budget_id, cycle_started_at, percent)
    )`.execute(db);
  await releaseForProjects(db);
}

/** A released hold also releases the credits that count against the limit of its project. */
async function releaseForProjects(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_ledger add column project_id integer`.execute(db);
  await sql`
    create or replace function release_hold(organization uuid, screenshot uuid, reason text default null) returns void language plpgsql as $$
    declare held_row credit_ledger;
    begin
      select * into held_row from credit_ledger
      where organization_id = organization and unique_key = 'hold:' || screenshot;
      if not found then return; end if;
      insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, unique_key, note)
      values (organization, 'release', held_row.held_delta, -held_row.held_delta, screenshot, held_row.api_key_id,
        'end:' || screenshot, reason)
      on conflict do nothing;
      if not found then return; end if;
      update credit_accounts
      set available = available + held_row.held_delta, held = held - held_row.held_delta
      where organization_id = organization;
      update api_key_usage set used = greatest(used - coalesce(held_row.key_use, held_row.held_delta), 0)
      where api_key_id = held_row.api_key_id and cycle_started_at = (
        select max(u.cycle_started_at) from api_key_usage u
        where u.api_key_id = held_row.api_key_id and u.cycle_started_at <= held_row.created_at);
      update project_usage set used = greatest(used - held_row.held_delta, 0)
      where project_id = held_row.project_id and cycle_started_at = (
        select max(u.cycle_started_at) from project_usage u
        where u.project_id = held_row.project_id and u.cycle_started_at <= held_row.created_at);
    end $$`.execute(db);
}
