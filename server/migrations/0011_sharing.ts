import { sql, type Kysely } from 'kysely';

/** Public links of files, and the IP address of each key's last use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table public_links (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      file_id uuid not null unique references files (id) on delete cascade,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`alter table api_keys add column last_used_network text, add column last_used_agent text`.execute(
    db,
  );
}
