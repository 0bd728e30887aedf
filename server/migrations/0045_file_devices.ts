import { sql, type Kysely } from 'kysely';

/**
 * The kind of the emulated device beside the other filters of the file list, in the same index: two
 * indexes would make the planner choose between the text and the device.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_device(options jsonb) returns text language sql immutable as $$
      select case when options ->> 'is_mobile' = 'true' or options ->> 'emulate_device' not like 'Desktop %'
        then 'mobile' else 'desktop' end
    $$`.execute(db);
  await sql`drop index file_texts_search`.execute(db);
  await sql`
    alter table file_texts add column device text not null default 'desktop' check (device in ('desktop', 'mobile'))`.execute(
    db,
  );
  await sql`
    update file_texts t set device = 'mobile' from screenshots s
    where s.id = t.screenshot_id and search_device(s.options) = 'mobile'`.execute(db);
  // The index is built in few passes over its texts.
  await sql`set local maintenance_work_mem = '256MB'`.execute(db);
  await sql`
    create index file_texts_search on file_texts
    using gin ((organization_id::text), left(screenshot_id::text, 5), left(screenshot_id::text, 4), project_id, source, status, verdict, device, tags,
      text gin_trgm_ops, string_to_array(text, null))
    with (gin_pending_list_limit = 1024)`.execute(db);
  await writeDevices(db);
}

async function writeDevices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function write_file_texts() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'files' then
        update file_texts t set text = search_text(s.url, c.name)
        from changed c join screenshots s on s.id = c.screenshot_id
        where c.kind = 'image' and t.organization_id = s.organization_id and t.is_test = s.is_test
          and t.screenshot_id = s.id and t.text <> search_text(s.url, c.name);
      elsif tg_op = 'INSERT' then
        insert into file_texts (organization_id, is_test, screenshot_id, project_id, source, status, verdict, tags, text, device)
        select organization_id, is_test, id, project_id, source, search_status(status), verdict ->> 'kind',
          options -> 'tags', search_text(url, null), search_device(options)
        from changed;
      else
        delete from file_texts t using changed c
        where t.organization_id = c.organization_id and t.is_test = c.is_test and t.screenshot_id = c.id;
      end if;
      return null;
    end $$`.execute(db);
}
