import { sql, type Kysely } from 'kysely';

/** A screenshot has an event for its end, and maybe one for its difference from an earlier one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_deliveries
      drop constraint webhook_deliveries_webhook_id_screenshot_id_key,
      add unique (webhook_id, screenshot_id, event_type)`.execute(db);
}
