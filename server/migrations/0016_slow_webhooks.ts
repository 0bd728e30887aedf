import { sql, type Kysely } from 'kysely';

/** Until when a webhook counts as slow; null for most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column slow_until timestamptz`.execute(db);
}
