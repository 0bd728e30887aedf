import { sql, type Kysely } from 'kysely';

/**
 * The image of a page at the time of failure is a separate kind of file, which does not count as
 * storage.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
      drop constraint files_kind_check,
      add constraint files_kind_check check (kind in ('image', 'thumbnail', 'page'))`.execute(db);
  await sql`create index files_page_newest on files (organization_id, id desc) where kind = 'page'`.execute(
    db,
  );
  await sql`create index files_page_age on files (created_at) where kind = 'page'`.execute(db);
}
