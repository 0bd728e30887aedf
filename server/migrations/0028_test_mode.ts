import { sql, type Kysely } from 'kysely';

/**
 * Test mode: keys, and the captures made with them. Captures of test mode and their files count
 * neither as captures nor as storage.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column is_test boolean not null default false`.execute(db);
  await sql`alter table screenshots add column is_test boolean not null default false`.execute(db);
  await sql`alter table files add column is_test boolean not null default false`.execute(db);
  await sql`create index screenshots_test on screenshots (organization_id, id desc) where is_test`.execute(
    db,
  );
  await countLiveCaptures(db);
  await countLiveFiles(db);
  await recountLive(db);
}

async function countLiveCaptures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_captures() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into capture_counts (organization_id, project_id, day, captures, completed, failed, credits)
        select organization_id, project_id, (created_at at time zone 'UTC')::date, count(*),
          count(*) filter (where status = 'COMPLETE'), count(*) filter (where status = 'FAILED'),
          coalesce(sum(credits) filter (where status = 'COMPLETE' and not is_refunded), 0)
        from added where not is_test group by 1, 2, 3;
      elsif tg_op = 'DELETE' then
        insert into capture_counts (organization_id, project_id, day, captures, completed, failed, credits)
        select organization_id, project_id, (created_at at time zone 'UTC')::date, -count(*),
          -count(*) filter (where status = 'COMPLETE'), -count(*) filter (where status = 'FAILED'),
          -coalesce(sum(credits) filter (where status = 'COMPLETE' and not is_refunded), 0)
        from removed where not is_test group by 1, 2, 3;
      else
        insert into capture_counts (organization_id, project_id, day, captures, completed, failed, credits)
        select organization_id, project_id, (created_at at time zone 'UTC')::date, sum(n),
          coalesce(sum(n) filter (where status = 'COMPLETE'), 0), coalesce(sum(n) filter (where status = 'FAILED'), 0),
          coalesce(sum(n * credits) filter (where status = 'COMPLETE' and not is_refunded), 0)
        from (
          select -1 as n, organization_id, project_id, created_at, status, is_refunded, credits from removed where not is_test
          union all
          select 1, organization_id, project_id, created_at, status, is_refunded, credits from added where not is_test
        ) changed
        group by 1, 2, 3
        having sum(n) <> 0 or sum(n) filter (where status = 'COMPLETE') <> 0 or sum(n) filter (where status = 'FAILED') <> 0
          or sum(n * credits) filter (where status = 'COMPLETE' and not is_refunded) <> 0;
      end if;
      return null;
    end $$`.execute(db);
}

async function countLiveFiles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_stored_images() returns trigger language plpgsql as $$
    begin
      update credit_accounts a
      set storage_used_bytes = a.storage_used_bytes + case tg_op when 'INSERT' then c.bytes else -c.bytes end
      from (
        select organization_id, sum(size_bytes) as bytes from changed
        where kind in ('image', 'extract', 'slice') and not is_test group by organization_id
      ) c
      where a.organization_id = c.organization_id;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function count_project_images() returns trigger language plpgsql as $$
    begin
      insert into capture_counts (organization_id, project_id, day, image_bytes)
      select s.organization_id, s.project_id, (s.created_at at time zone 'UTC')::date,
        sum(case tg_op when 'INSERT' then c.size_bytes else -c.size_bytes end)
      from changed c join screenshots s on s.id = c.screenshot_id
      where c.kind in ('image', 'extract', 'slice') and not c.is_test group by 1, 2, 3;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function follow_moved_captures() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform move_spent(array_agg(organization_id), array_agg(id), array_agg(project_id), null::integer[]) from removed
        having count(*) > 0;
        return null;
      end if;
      perform from added a join removed r on r.id = a.id where a.project_id <> r.project_id;
      if not found then return null; end if;
      perform move_spent(array_agg(a.organization_id), array_agg(a.id), array_agg(r.project_id), array_agg(a.project_id))
      from added a join removed r on r.id = a.id where a.project_id <> r.project_id;
      insert into capture_counts (organization_id, project_id, day, image_bytes)
      select a.organization_id, side.project_id, (a.created_at at time zone 'UTC')::date, sum(side.n * f.size_bytes)
      from added a join removed r on r.id = a.id
      join files f on f.screenshot_id = a.id and f.kind in ('image', 'extract', 'slice') and not f.is_test
      cross join lateral (values (-1, r.project_id), (1, a.project_id)) as side (n, project_id)
      where a.project_id <> r.project_id group by 1, 2, 3;
      return null;
    end $$`.execute(db);
}

async function recountLive(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function recount_captures() returns void language plpgsql as $$
    begin
      truncate capture_counts, spent_counts;
      insert into capture_counts
      select s.organization_id, s.project_id, (s.created_at at time zone 'UTC')::date, count(*),
        count(*) filter (where s.status = 'COMPLETE'), count(*) filter (where s.status = 'FAILED'),
        coalesce(sum(s.credits) filter (where s.status = 'COMPLETE' and not s.is_refunded), 0),
        coalesce(sum(f.bytes), 0), true
      from screenshots s left join lateral (
        select sum(size_bytes) as bytes from files
        where screenshot_id = s.id and kind in ('image', 'extract', 'slice')) f on true
      where not s.is_test
      group by 1, 2, 3;
      insert into spent_counts
      select h.organization_id, a.cycle_entry_id, (h.created_at at time zone 'UTC')::date, s.project_id, h.api_key_id,
        sum(h.held_delta), count(*), true
      from credit_ledger h
      join credit_accounts a on a.organization_id = h.organization_id and h.id >= a.cycle_entry_id
      left join credit_ledger e on e.organization_id = h.organization_id and e.kind = 'release'
        and e.unique_key = 'end:' || h.screenshot_id
      left join screenshots s on s.id = h.screenshot_id and s.organization_id = h.organization_id
      where h.kind = 'hold' and e.id is null
      group by 1, 2, 3, 4, 5;
    end $$`.execute(db);
}
