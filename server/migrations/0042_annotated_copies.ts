import { sql, type Kysely } from 'kysely';

/**
 * A screenshot may be an annotated copy of another one, which may have been deleted since. Copies are
 * listed by their original, and counted by day, because they are no captures.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table screenshots add column annotated_from uuid`.execute(db);
  await sql`
    create index screenshots_annotated_from on screenshots (annotated_from, id desc) where annotated_from is not null`.execute(
    db,
  );
  await sql`
    create index screenshots_annotated_day on screenshots (organization_id, created_at) where annotated_from is not null`.execute(
    db,
  );
}
