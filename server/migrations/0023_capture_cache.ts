import { sql, type Kysely } from 'kysely';

/**
 * Newest capture of each cache key, and the one before, which answers while a new one runs. States
 * and ages are those of the screenshots; an entry ends with its newest one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table capture_cache (
      organization_id uuid not null references organizations (id) on delete cascade,
      key text not null,
      screenshot_id uuid not null references screenshots (id) on delete cascade,
      previous_id uuid,
      primary key (organization_id, key)
    )`.execute(db);
  await sql`create index capture_cache_screenshot on capture_cache (screenshot_id)`.execute(db);
}
