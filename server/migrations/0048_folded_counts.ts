import { sql, type Kysely } from 'kysely';

/** Finds the folded counts of a project and day, or of a cycle and day, among any number that are not folded yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index capture_counts_folded on capture_counts (organization_id, project_id, day) where is_folded`.execute(
    db,
  );
  await sql`
    create index spent_counts_folded on spent_counts (organization_id, cycle_entry_id, day) where is_folded`.execute(
    db,
  );
}
