import { sql, type Kysely } from 'kysely';

/**
 * The verdict about an image becomes a column, so that lists can show and filter it. `is_refunded`:
 * the verdict returned the credits of a complete capture.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table screenshots
      add column verdict jsonb,
      add column is_refunded boolean not null default false,
      add constraint screenshots_refunded_check check (not is_refunded or status = 'COMPLETE')`.execute(
    db,
  );
  await sql`
    update screenshots set verdict = report -> 'verdict'
    where jsonb_typeof(report -> 'verdict') = 'object'`.execute(db);
  await sql`
    create index screenshots_verdict on screenshots (organization_id, (verdict ->> 'kind'), id desc)
    where verdict is not null`.execute(db);
}
