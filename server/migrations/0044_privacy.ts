import { sql, type Kysely } from 'kysely';

/**
 * Preferences of users. Accounts that are scheduled for deletion, and organisations without members whose data is being
 * deleted. The row of a deleted organisation remains, because the credit ledger references it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column deletion_due_at timestamptz, add column time_zone text,
      add column muted_emails text[] not null default '{}'`.execute(db);
  await sql`
    create index users_deletion on users (deletion_due_at) where deletion_due_at is not null`.execute(
    db,
  );
  await sql`
    alter table organizations add column deleted_at timestamptz, add column purged_at timestamptz`.execute(
    db,
  );
  await sql`
    create index organizations_deleted on organizations (deleted_at) where deleted_at is not null and purged_at is null`.execute(
    db,
  );
  // The deletion of a user sets these references to null. Most captures are made with API keys.
  await sql`create index screenshots_user on screenshots (user_id) where user_id is not null`.execute(
    db,
  );
  await sql`create index audit_events_actor on audit_events (actor_id, id)`.execute(db);
}
