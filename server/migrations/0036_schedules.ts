import { sql, type Kysely } from 'kysely';

/**
 * Schedules, which capture a saved setting at planned times, and their runs. A schedule has a next run
 * unless it is paused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedules (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      user_id uuid references users (id) on delete set null,
      setting_id integer not null references saved_settings (id) on delete cascade,
      name text not null check (length(name) between 1 and 100),
      cron text not null,
      time_zone text not null,
      notify text not null check (notify in ('never', 'change', 'failure', 'change_or_failure', 'daily')),
      max_diff_ratio double precision not null,
      failures integer not null default 0,
      paused_by text check (paused_by in ('user', 'failures')),
      next_run_at timestamptz,
      created_at timestamptz not null default now(),
      check ((paused_by is null) = (next_run_at is not null))
    )`.execute(db);
  await sql`create index schedules_organization on schedules (organization_id, id desc)`.execute(
    db,
  );
  await sql`create index schedules_due on schedules (next_run_at) where next_run_at is not null`.execute(
    db,
  );
  await sql`create index schedules_setting on schedules (setting_id)`.execute(db);
  await sql`create index schedules_user on schedules (user_id)`.execute(db);
  await sql`
    create table schedule_runs (
      id uuid primary key,
      schedule_id uuid not null references schedules (id) on delete cascade,
      planned_at timestamptz not null,
      status text not null check (status in ('RUNNING', 'COMPLETE', 'FAILED', 'SKIPPED')),
      is_requested boolean not null default false,
      screenshot_id uuid references screenshots (id) on delete set null,
      code text,
      message text,
      previous_id uuid,
      diff_ratio double precision,
      is_changed boolean,
      is_reported boolean not null default false,
      unique (schedule_id, planned_at)
    )`.execute(db);
  await sql`create index schedule_runs_screenshot on schedule_runs (screenshot_id)`.execute(db);
  await sql`create index schedule_runs_open on schedule_runs (id) where status = 'RUNNING'`.execute(
    db,
  );
}
