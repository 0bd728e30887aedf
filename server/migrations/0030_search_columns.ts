import { sql, type Kysely } from 'kysely';

/**
 * The columns by which the file list is filtered, beside the searched text: one index finds any
 * combination of words and filters, and a list that is read newest first joins no other table. In
 * the text, frequent punctuation is replaced by upper-case letters, which a lower-case text does
 * not contain: for the trigram index these are letters, so it finds `shop-7` as one word.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTexts(db);
  await sql`
    insert into file_texts
    select s.organization_id, s.is_test, s.id, s.project_id, s.source, search_status(s.status), s.verdict ->> 'kind',
      s.options -> 'tags', search_text(s.url, f.name)
    from screenshots s left join files f on f.screenshot_id = s.id and f.kind = 'image'
    order by s.id`.execute(db);
  await sql`alter table file_texts add primary key (organization_id, is_test, screenshot_id)`.execute(
    db,
  );
  // The index is built in few passes over its texts.
  await sql`set local maintenance_work_mem = '256MB'`.execute(db);
  // The beginning of an id is a period of 3 or 50 days. The organisation is an expression, so
  // that the planner cannot read all files of an organisation by the primary key instead.
  await sql`
    create index file_texts_search on file_texts
    using gin ((organization_id::text), left(screenshot_id::text, 5), left(screenshot_id::text, 4), project_id, source, status, verdict, tags,
      text gin_trgm_ops, string_to_array(text, null))
    with (gin_pending_list_limit = 1024)`.execute(db);
  await writeTexts(db);
  await followCaptures(db);
}

async function createTexts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_text(url text, name text) returns text language sql immutable as $$
      select regexp_replace(
        translate(lower(coalesce(url, 'html') || E'\\n' || coalesce(name || E'\\n', '')), '/.-=&?_%', 'QJZXVKWY'),
        '([^\\x01-\\x7f])', E'\\x1f\\\\1', 'g')
    $$`.execute(db);
  await sql`
    create function search_status(status text) returns text language sql immutable as $$
      select case when status in ('COMPLETE', 'FAILED') then status else 'OPEN' end
    $$`.execute(db);
  await sql`drop table file_texts`.execute(db);
  await sql`
    create table file_texts (
      organization_id uuid not null,
      is_test boolean not null,
      screenshot_id uuid not null,
      project_id integer not null,
      source text not null,
      status text not null check (status in ('OPEN', 'COMPLETE', 'FAILED')),
      verdict text,
      tags jsonb,
      text text not null
    )`.execute(db);
}

async function writeTexts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function write_file_texts() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'files' then
        update file_texts t set text = search_text(s.url, c.name)
        from changed c join screenshots s on s.id = c.screenshot_id
        where c.kind = 'image' and t.organization_id = s.organization_id and t.is_test = s.is_test
          and t.screenshot_id = s.id and t.text <> search_text(s.url, c.name);
      elsif tg_op = 'INSERT' then
        insert into file_texts
        select organization_id, is_test, id, project_id, source, search_status(status), verdict ->> 'kind',
          options -> 'tags', search_text(url, null)
        from changed;
      else
        delete from file_texts t using changed c
        where t.organization_id = c.organization_id and t.is_test = c.is_test and t.screenshot_id = c.id;
      end if;
      return null;
    end $$`.execute(db);
}

/** The end of a capture writes its row once, with the name of the image that was stored with it. */
async function followCaptures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function follow_file_text() returns trigger language plpgsql as $$
    begin
      update file_texts t set is_test = new.is_test, project_id = new.project_id, status = search_status(new.status),
        verdict = new.verdict ->> 'kind',
        text = search_text(new.url, (select name from files where screenshot_id = new.id and kind = 'image' limit 1))
      where t.organization_id = new.organization_id and t.is_test = old.is_test and t.screenshot_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger screenshots_text_update after update on screenshots for each row
    when (old.project_id <> new.project_id or old.is_test <> new.is_test or old.verdict is distinct from new.verdict
      or search_status(old.status) <> search_status(new.status))
    execute function follow_file_text()`.execute(db);
}
