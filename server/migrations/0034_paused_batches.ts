import { sql, type Kysely } from 'kysely';

/** Batches can be paused: their queued captures do not start until they are resumed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table batches add column paused_at timestamptz`.execute(db);
}
