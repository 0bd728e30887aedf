import { sql, type Kysely } from 'kysely';

/**
 * Baselines: the approved capture of each URL with its options, former ones, and the results of
 * comparing later captures with it. All end with their capture.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table baselines (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      project_id integer not null,
      is_test boolean not null,
      match_key text not null,
      screenshot_id uuid not null references screenshots (id) on delete cascade,
      threshold double precision not null,
      max_diff_ratio double precision not null,
      ignored_regions jsonb not null,
      created_at timestamptz not null default now(),
      unique (organization_id, project_id, is_test, match_key),
      foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
    )`.execute(db);
  await sql`create index baselines_screenshot on baselines (screenshot_id)`.execute(db);
  await sql`create index baselines_project on baselines (project_id)`.execute(db);
  await sql`
    create table baseline_approvals (
      baseline_id uuid not null references baselines (id) on delete cascade,
      screenshot_id uuid not null,
      user_id uuid references users (id) on delete set null,
      api_key_id integer references api_keys (id) on delete set null,
      approved_at timestamptz not null default now(),
      primary key (baseline_id, screenshot_id)
    )`.execute(db);
  await sql`create index baseline_approvals_user on baseline_approvals (user_id)`.execute(db);
  await sql`create index baseline_approvals_api_key on baseline_approvals (api_key_id)`.execute(db);
  await sql`
    create table baseline_checks (
      screenshot_id uuid primary key references screenshots (id) on delete cascade,
      baseline_id uuid not null references baselines (id) on delete cascade,
      baseline_screenshot_id uuid not null,
      status text not null check (status in ('matched', 'changed', 'failed')),
      diff_pixels integer,
      diff_ratio double precision,
      size_differs boolean,
      message text,
      check ((status = 'failed') = (diff_pixels is null)),
      check ((status = 'failed') = (message is not null))
    )`.execute(db);
  await sql`create index baseline_checks_baseline on baseline_checks (baseline_id)`.execute(db);
}
