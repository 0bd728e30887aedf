import { sql, type Kysely } from 'kysely';

/** Webhooks, their projects and secrets, and deliveries with every attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id integer generated always as identity primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      name text not null check (length(name) between 1 and 100),
      url text not null,
      event_types text[] not null,
      is_for_all_projects boolean not null,
      is_active boolean not null default true,
      inactive_reason text check (inactive_reason in ('switched_off', 'no_projects', 'gone', 'failing')),
      failing_since timestamptz,
      created_at timestamptz not null default now(),
      check (is_active = (inactive_reason is null)),
      unique (organization_id, id)
    )`.execute(db);
  await sql`
    create table webhook_projects (
      webhook_id integer not null,
      organization_id uuid not null,
      project_id integer not null,
      primary key (webhook_id, project_id),
      foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade,
      foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
    )`.execute(db);
  await sql`create index webhook_projects_project on webhook_projects (project_id)`.execute(db);
  // Ruling RL-29: a webhook whose last project is deleted is disabled, never widened to all
  // projects.
  await sql`
    create function switch_off_webhook_without_projects() returns trigger language plpgsql as $$
    begin
      update webhooks w set is_active = false, inactive_reason = 'no_projects'
      where w.id = old.webhook_id and not w.is_for_all_projects
        and not exists (select from webhook_projects p where p.webhook_id = w.id);
      return old;
    end $$`.execute(db);
  await sql`
    create trigger webhook_projects_last after delete on webhook_projects
    for each row execute function switch_off_webhook_without_projects()`.execute(db);
  await sql`
    create table webhook_secrets (
      id uuid primary key,
      webhook_id integer not null references webhooks (id) on delete cascade,
      secret_sealed bytea not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz
    )`.execute(db);
  await sql`create unique index webhook_secrets_current on webhook_secrets (webhook_id) where expires_at is null`.execute(
    db,
  );
  await sql`create index webhook_secrets_webhook on webhook_secrets (webhook_id)`.execute(db);
  await sql`
    create table webhook_deliveries (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      webhook_id integer not null references webhooks (id) on delete cascade,
      screenshot_id uuid not null,
      event_type text not null,
      body text not null,
      state text not null default 'PENDING' check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
      attempts integer not null default 0,
      max_attempts integer not null,
      job_id uuid not null,
      next_attempt_at timestamptz default now(),
      last_attempt_at timestamptz,
      last_status_code integer,
      last_duration_ms integer,
      last_error text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      check ((state = 'PENDING') = (next_attempt_at is not null)),
      check ((state = 'PENDING') = (finished_at is null)),
      unique (webhook_id, screenshot_id)
    )`.execute(db);
  await sql`create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc)`.execute(
    db,
  );
  await sql`create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'PENDING'`.execute(
    db,
  );
  await sql`create index webhook_deliveries_age on webhook_deliveries (finished_at) where state <> 'PENDING'`.execute(
    db,
  );
  await sql`create index webhook_deliveries_organization on webhook_deliveries (organization_id)`.execute(
    db,
  );
  await sql`
    create table webhook_attempts (
      delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
      number integer not null,
      started_at timestamptz not null,
      duration_ms integer not null,
      request_headers jsonb not null,
      status_code integer,
      response_headers jsonb not null,
      response_body text not null,
      is_body_cut boolean not null,
      error_code text,
      error_message text,
      primary key (delivery_id, number)
    )`.execute(db);
  await sql`
    create table webhook_samples (
      organization_id uuid not null references organizations (id) on delete cascade,
      sent_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index webhook_samples_newest on webhook_samples (organization_id, sent_at)`.execute(
    db,
  );
}
