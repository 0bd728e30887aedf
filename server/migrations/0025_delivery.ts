import { sql, type Kysely } from 'kysely';

/**
 * Names that clients give captures, webhooks of single requests, the time until which a capture is
 * retained, and images that are only passed on. The indexes cover only captures with such a value.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index screenshots_external_id on screenshots (organization_id, (options ->> 'external_id'), id desc)
    where options ? 'external_id'`.execute(db);
  await sql`
    create index screenshots_tags on screenshots using gin (organization_id, (options -> 'tags'))
    where options ? 'tags'`.execute(db);
  await sql`alter table webhooks add column used_at timestamptz`.execute(db);
  // A URL can be longer than the values of an index.
  await sql`
    create unique index webhooks_of_requests on webhooks (organization_id, md5(url)) where used_at is not null`.execute(
    db,
  );
  await sql`create index webhooks_registered on webhooks (organization_id) where used_at is null`.execute(
    db,
  );
  await sql`create index webhooks_last_use on webhooks (used_at) where used_at is not null`.execute(
    db,
  );
  await sql`alter table screenshots add column retained_until timestamptz`.execute(db);
  await sql`
    create index screenshots_retained_until on screenshots (retained_until) where retained_until is not null`.execute(
    db,
  );
  // The kinds of migration 0027 are included, because it may have run before this one.
  await sql`
    alter table files
      drop constraint files_kind_check,
      add constraint files_kind_check check (kind in ('image', 'thumbnail', 'page', 'preview', 'extract', 'slice', 'unstored'))`.execute(
    db,
  );
  await sql`create index files_unstored_age on files (created_at) where kind = 'unstored'`.execute(
    db,
  );
}
