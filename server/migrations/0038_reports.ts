import { sql, type Kysely } from 'kysely';

/**
 * Reports of captures, their public pages and their PDFs. The item of a deleted capture keeps its
 * position without a screenshot. A PDF is made when it is first downloaded; its object is removed
 * within a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      user_id uuid references users (id) on delete set null,
      title text not null check (length(title) between 1 and 120),
      colour text not null,
      layout text not null check (layout in ('one_per_page', 'two_per_page', 'grid')),
      page_format text not null check (page_format in ('a4', 'letter')),
      is_url_shown boolean not null,
      is_date_shown boolean not null,
      footer text not null,
      logo bytea,
      logo_type text,
      link_id uuid unique,
      link_expires_at timestamptz,
      link_password_hash text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((logo is null) = (logo_type is null)),
      check ((link_id is null) = (link_expires_at is null)),
      check (link_password_hash is null or link_id is not null)
    )`.execute(db);
  await sql`create index reports_newest on reports (organization_id, id desc)`.execute(db);
  await sql`create index reports_user on reports (user_id)`.execute(db);
  await sql`
    create table report_items (
      report_id uuid not null references reports (id) on delete cascade,
      position integer not null,
      screenshot_id uuid references screenshots (id) on delete set null,
      caption text not null,
      primary key (report_id, position)
    )`.execute(db);
  await sql`create index report_items_screenshot on report_items (screenshot_id)`.execute(db);
  await sql`
    create table report_pdfs (
      id uuid primary key,
      report_id uuid not null unique references reports (id) on delete cascade,
      digest text not null,
      status text not null check (status in ('RUNNING', 'COMPLETE', 'FAILED')),
      storage_key text,
      created_at timestamptz not null default now(),
      check ((status = 'COMPLETE') = (storage_key is not null))
    )`.execute(db);
}
