import { sql, type Kysely } from 'kysely';

/** The time until which a webhook counts as slow, and the networks from which a user signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column slow_until timestamptz`.execute(db);
  await sql`
    create table sign_in_places (
      user_id uuid not null references users (id) on delete cascade,
      network text not null,
      last_used_at timestamptz not null default now(),
      primary key (user_id, network)
    )`.execute(db);
  await sql`create index sign_in_places_age on sign_in_places (last_used_at)`.execute(db);
}
