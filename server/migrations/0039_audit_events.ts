import { sql, type Kysely } from 'kysely';

/**
 * Audited actions. The ids are version 7 UUIDs, so that the primary key finds the oldest ones. Users,
 * keys and targets may be deleted before; their names are those of that time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_events (
      id uuid primary key,
      organization_id uuid not null references organizations (id) on delete cascade,
      created_at timestamptz not null,
      action text not null,
      actor_kind text not null check (actor_kind in ('user', 'api_key')),
      actor_id text not null,
      actor_name text not null,
      actor_email text,
      network text not null,
      user_agent text not null,
      target_id text,
      target_name text,
      file_count integer
    )`.execute(db);
  await sql`create index audit_events_newest on audit_events (organization_id, id desc)`.execute(
    db,
  );
}
