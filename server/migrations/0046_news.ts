import { sql, type Kysely } from 'kysely';

/** News slides of the sign-in page and status notices, both edited by the support team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table news_slides (
      id integer generated always as identity primary key,
      position integer not null,
      title text not null check (length(title) between 1 and 80),
      text text not null check (length(text) between 1 and 280),
      href text,
      image text,
      visible_from timestamptz,
      visible_until timestamptz,
      is_published boolean not null,
      created_at timestamptz not null default now(),
      check (visible_from < visible_until)
    )`.execute(db);
  await sql`
    create table status_notices (
      id integer generated always as identity primary key,
      kind text not null check (kind in ('notice', 'degraded', 'outage', 'maintenance')),
      title text not null check (length(title) between 1 and 120),
      text text not null check (length(text) between 1 and 1000),
      starts_at timestamptz not null,
      ends_at timestamptz,
      resolved_at timestamptz,
      is_published boolean not null,
      created_at timestamptz not null default now(),
      check (starts_at < ends_at)
    )`.execute(db);
}
