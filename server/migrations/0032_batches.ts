import { sql, type Kysely } from 'kysely';

/**
 * Batches of captures. A capture names its batch and its position there; the position of a failed one
 * is passed on to its retry. Deliveries of webhooks may be about a batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table batches (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      project_id integer not null,
      user_id uuid references users (id) on delete set null,
      name text,
      webhook_url text,
      is_test boolean not null,
      status text not null default 'RUNNING' check (status in ('RUNNING', 'COMPLETE', 'CANCELLED')),
      items integer not null check (items > 0),
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      check ((status = 'RUNNING') = (finished_at is null)),
      foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
    )`.execute(db);
  await sql`create index batches_newest on batches (organization_id, id desc)`.execute(db);
  await sql`create index batches_project on batches (project_id)`.execute(db);
  await sql`create index batches_user on batches (user_id)`.execute(db);
  await sql`create index batches_running on batches (id) where status = 'RUNNING'`.execute(db);
  await sql`
    alter table screenshots
      add column batch_id uuid references batches (id) on delete set null,
      add column batch_index integer`.execute(db);
  await sql`
    create unique index screenshots_batch on screenshots (batch_id, batch_index) where batch_id is not null`.execute(
    db,
  );
  await sql`
    alter table webhook_deliveries
      alter column screenshot_id drop not null,
      add column batch_id uuid,
      add check (num_nonnulls(screenshot_id, batch_id) = 1)`.execute(db);
}
