import { sql, type Kysely } from 'kysely';

/**
 * The fingerprint of the secret that a database belongs to, and a column for the secrets of saved
 * settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation (
      id boolean primary key default true check (id),
      secret_fingerprint text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    alter table saved_settings
      add column secrets_id uuid not null default gen_random_uuid() unique,
      add column secrets_sealed bytea`.execute(db);
  await sql`
    create index saved_settings_unsealed on saved_settings (id)
    where secrets_sealed is null and options ?| array['proxy_url', 'custom_header']`.execute(db);
}
