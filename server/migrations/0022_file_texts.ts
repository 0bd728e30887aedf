import { sql, type Kysely } from 'kysely';

/**
 * The text by which each file is found: its URL, or `html`, and the name of its image, in lower
 * case. A separate table, because a capture's row is written three times and this one, whose index
 * is large, at most twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists btree_gin`.execute(db);
  await sql`
    create table file_texts (
      organization_id uuid not null,
      screenshot_id uuid not null,
      source text not null,
      text text not null,
      primary key (organization_id, screenshot_id)
    )`.execute(db);
  await sql`
    insert into file_texts
    select s.organization_id, s.id, s.source, lower(concat_ws(E'\n', coalesce(s.url, 'html'), f.name))
    from screenshots s left join files f on f.screenshot_id = s.id and f.kind = 'image'`.execute(
    db,
  );
  await sql`create index file_texts_source on file_texts (organization_id, source, screenshot_id)`.execute(
    db,
  );
  // The index is built in few passes over its texts.
  await sql`set local maintenance_work_mem = '256MB'`.execute(db);
  // Words of three letters or digits are found by their trigrams, all others by their characters.
  await sql`
    create index file_texts_search on file_texts
    using gin (organization_id, text gin_trgm_ops, string_to_array(text, null))
    with (gin_pending_list_limit = 1024)`.execute(db);
  await sql`drop index screenshots_project`.execute(db);
  await sql`create index screenshots_project on screenshots (project_id, id desc)`.execute(db);
  await sql`create index screenshots_status on screenshots (organization_id, status, id desc)`.execute(
    db,
  );
  await keepTexts(db);
}

async function keepTexts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function write_file_texts() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'files' then
        update file_texts t set text = t.text || E'\n' || lower(c.name)
        from changed c
        where c.kind = 'image' and t.organization_id = c.organization_id and t.screenshot_id = c.screenshot_id;
      elsif tg_op = 'INSERT' then
        insert into file_texts select organization_id, id, source, lower(coalesce(url, 'html')) from changed;
      else
        delete from file_texts t using changed c
        where t.organization_id = c.organization_id and t.screenshot_id = c.id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger screenshots_text_insert after insert on screenshots referencing new table as changed
    for each statement execute function write_file_texts()`.execute(db);
  await sql`
    create trigger screenshots_text_delete after delete on screenshots referencing old table as changed
    for each statement execute function write_file_texts()`.execute(db);
  await sql`
    create trigger files_text_insert after insert on files referencing new table as changed
    for each statement execute function write_file_texts()`.execute(db);
}
