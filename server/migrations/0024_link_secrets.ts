import { sql, type Kysely } from 'kysely';

/** Secrets that sign the image links of API keys, created when they are first asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table link_secrets (
      key_id text primary key,
      api_key_id integer not null unique references api_keys (id) on delete cascade,
      organization_id uuid not null references organizations (id) on delete cascade,
      secret_sealed bytea not null,
      previous_sealed bytea,
      previous_valid_until timestamptz
    )`.execute(db);
}
