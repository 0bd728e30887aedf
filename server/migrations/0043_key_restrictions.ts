import { sql, type Kysely } from 'kysely';

/**
 * Optional restrictions of an API key: IP ranges, access and date of expiry, of which an email gives notice. A batch names the key that
 * requested it, because a key that may only capture sees no other batches.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys
      add column allowed_ips text[] not null default '{}',
      add column access text not null default 'full' check (access in ('full', 'capture')),
      add column expires_at timestamptz,
      add column expiry_notice_at timestamptz`.execute(db);
  await sql`
    create index api_keys_expiry_notice on api_keys (expiry_notice_at) where expiry_notice_at is not null`.execute(
    db,
  );
  await sql`alter table batches add column api_key_id integer`.execute(db);
}
