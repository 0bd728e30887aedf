import { sql, type Kysely } from 'kysely';

/**
 * Plans of organisations, cycles by anchor, credits that do not expire, used storage, and sent
 * warnings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      drop constraint organizations_plan_tier_check,
      add constraint organizations_plan_tier_check
        check (plan_tier in ('free', 'basic', 'advanced', 'lifetime', 'enterprise')),
      add column credits_per_cycle integer not null default 100 check (credits_per_cycle >= 0),
      add column storage_limit_bytes bigint default 536870912 check (storage_limit_bytes > 0),
      add column cycle_anchor timestamptz,
      add column cycle_grant integer not null default 100 check (cycle_grant >= 0),
      add column lifetime_codes integer not null default 0 check (lifetime_codes between 0 and 5),
      alter column cycle_started_at set default date_trunc('milliseconds', now()),
      alter column cycle_ends_at set default
        (date_trunc('milliseconds', now()) at time zone 'UTC' + interval '1 month') at time zone 'UTC'`.execute(
    db,
  );
  await sql`
    update organizations set cycle_anchor = cycle_started_at,
      credits_per_cycle = case plan_tier when 'basic' then 1000 when 'advanced' then 5000 else 100 end,
      cycle_grant = case plan_tier when 'basic' then 1000 when 'advanced' then 5000 else 100 end,
      storage_limit_bytes = case plan_tier when 'free' then 536870912 when 'basic' then 2147483648
        when 'advanced' then 5368709120 end`.execute(db);
  await sql`
    alter table organizations
      alter column cycle_anchor set default date_trunc('milliseconds', now()),
      alter column cycle_anchor set not null`.execute(db);
  await sql`create index organizations_cycle_end on organizations (cycle_ends_at)`.execute(db);
  await sql`
    create table plan_changes (
      organization_id uuid not null references organizations (id) on delete cascade,
      unique_key text not null,
      tier text not null,
      credits_per_cycle integer not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, unique_key)
    )`.execute(db);
  await addAccountSums(db);
  await countStorage(db);
  await sql`create index credit_ledger_newest on credit_ledger (organization_id, id)`.execute(db);
  await sql`
    create table usage_warnings (
      organization_id uuid not null references organizations (id) on delete cascade,
      cycle_started_at timestamptz not null,
      kind text not null check (kind in ('credits', 'storage')),
      percent integer not null check (percent between 1 and 100),
      created_at timestamptz not null default now(),
      primary key (organization_id, cycle_started_at, kind, percent)
    )`.execute(db);
}

async function addAccountSums(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table credit_accounts
      add column lasting bigint not null default 0 check (lasting >= 0),
      add column cycle_credits bigint not null default 0,
      add column storage_used_bytes bigint not null default 0`.execute(db);
  await sql`
    update credit_accounts a set
      cycle_credits = a.available + greatest(0, (
        select coalesce(-sum(l.available_delta), 0) from credit_ledger l
        where l.organization_id = o.id and l.kind in ('hold', 'release') and l.created_at >= o.cycle_started_at)),
      storage_used_bytes = (
        select coalesce(sum(f.size_bytes), 0) from files f where f.organization_id = o.id and f.kind = 'image')
    from organizations o where o.id = a.organization_id`.execute(db);
}

// Per statement, because ten thousand updates of one row in one transaction would each scan all
// earlier row versions.
async function countStorage(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_stored_images() returns trigger language plpgsql as $$
    begin
      update credit_accounts a
      set storage_used_bytes = a.storage_used_bytes + case tg_op when 'INSERT' then c.bytes else -c.bytes end
      from (
        select organization_id, sum(size_bytes) as bytes from changed where kind = 'image' group by organization_id
      ) c
      where a.organization_id = c.organization_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger files_count_insert after insert on files referencing new table as changed
    for each statement execute function count_stored_images()`.execute(db);
  await sql`
    create trigger files_count_delete after delete on files referencing old table as changed
    for each statement execute function count_stored_images()`.execute(db);
  // A cascade deletes the files of each screenshot by a separate statement; this trigger runs
  // before it. It locks screenshots before files, as the completion of a capture does.
  await sql`
    create function delete_files_of_project() returns trigger language plpgsql as $$
    begin
      perform from screenshots where project_id = old.id order by id for update;
      delete from files f using screenshots s where f.screenshot_id = s.id and s.project_id = old.id;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger projects_delete_files before delete on projects
    for each row execute function delete_files_of_project()`.execute(db);
}
