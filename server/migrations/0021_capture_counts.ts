import { sql, type Kysely } from 'kysely';

/**
 * Counts of captures and of spent credits, so that reading them costs the same for an account of any
 * size. Each writing transaction appends rows with the difference that it makes, so that no two of
 * them wait for the same row; a job folds the rows of an organisation together. The sum of the rows
 * is exact at every moment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await countCaptures(db);
  await countImages(db);
  await countSpent(db);
  await moveSpent(db);
  // Before the deletion, so that the released credits are still counted for the capture's project.
  await sql`drop trigger screenshots_release_hold on screenshots`.execute(db);
  await sql`
    create trigger screenshots_release_hold before delete on screenshots
    for each row when (old.status in ('PENDING', 'PROCESSING')) execute function release_hold_of_deleted_screenshot()`.execute(
    db,
  );
  await createRecount(db);
  await sql`select recount_captures()`.execute(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table credit_accounts add column cycle_entry_id bigint not null default 0`.execute(db);
  await sql`
    update credit_accounts a set cycle_entry_id = l.id
    from organizations o, credit_ledger l
    where o.id = a.organization_id and l.organization_id = o.id and l.unique_key =
      'grant:' || to_char(o.cycle_started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.execute(
    db,
  );
  await sql`
    create table capture_counts (
      organization_id uuid not null,
      project_id integer not null,
      day date,
      captures bigint not null default 0,
      completed bigint not null default 0,
      failed bigint not null default 0,
      credits bigint not null default 0,
      image_bytes bigint not null default 0,
      is_folded boolean not null default false
    )`.execute(db);
  await sql`create index capture_counts_key on capture_counts (organization_id, project_id, day)`.execute(
    db,
  );
  await sql`create index capture_counts_day on capture_counts (day) where is_folded`.execute(db);
  await sql`create index capture_counts_new on capture_counts (organization_id) where not is_folded`.execute(
    db,
  );
  await sql`
    create table spent_counts (
      organization_id uuid not null,
      cycle_entry_id bigint not null,
      day date not null,
      project_id integer,
      api_key_id integer,
      credits bigint not null,
      captures bigint not null,
      is_folded boolean not null default false
    )`.execute(db);
  await sql`create index spent_counts_cycle on spent_counts (organization_id, cycle_entry_id, day)`.execute(
    db,
  );
  await sql`create index spent_counts_new on spent_counts (organization_id) where not is_folded`.execute(
    db,
  );
}

async function countCaptures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_captures() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into capture_counts (organization_id, project_id, day, captures, completed, failed, credits)
        select organization_id, project_id, (created_at at time zone 'UTC')::date, count(*),
          count(*) filter (where status = 'COMPLETE'), count(*) filter (where status = 'FAILED'),
          coalesce(sum(credits) filter (where status = 'COMPLETE' and not is_refunded), 0)
        from added group by 1, 2, 3;
      elsif tg_op = 'DELETE' then
        insert into capture_counts (organization_id, project_id, day, captures, completed, failed, credits)
        select organization_id, project_id, (created_at at time zone 'UTC')::date, -count(*),
          -count(*) filter (where status = 'COMPLETE'), -count(*) filter (where status = 'FAILED'),
          -coalesce(sum(credits) filter (where status = 'COMPLETE' and not is_refunded), 0)
        from removed group by 1, 2, 3;
      else
        insert into capture_counts (organization_id, project_id, day, captures, completed, failed, credits)
        select organization_id, project_id, (created_at at time zone 'UTC')::date, sum(n),
          coalesce(sum(n) filter (where status = 'COMPLETE'), 0), coalesce(sum(n) filter (where status = 'FAILED'), 0),
          coalesce(sum(n * credits) filter (where status = 'COMPLETE' and not is_refunded), 0)
        from (
          select -1 as n, organization_id, project_id, created_at, status, is_refunded, credits from removed
          union all
          select 1, organization_id, project_id, created_at, status, is_refunded, credits from added
        ) changed
        group by 1, 2, 3
        having sum(n) <> 0 or sum(n) filter (where status = 'COMPLETE') <> 0 or sum(n) filter (where status = 'FAILED') <> 0
          or sum(n * credits) filter (where status = 'COMPLETE' and not is_refunded) <> 0;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger screenshots_count_insert after insert on screenshots referencing new table as added
    for each statement execute function count_captures()`.execute(db);
  await sql`
    create trigger screenshots_count_update after update on screenshots
    referencing old table as removed new table as added
    for each statement execute function count_captures()`.execute(db);
  await sql`
    create trigger screenshots_count_delete after delete on screenshots referencing old table as removed
    for each statement execute function count_captures()`.execute(db);
}

/** Bytes of images per project. An image is deleted before its capture, or together with it. */
async function countImages(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_project_images() returns trigger language plpgsql as $$
    begin
      insert into capture_counts (organization_id, project_id, day, image_bytes)
      select s.organization_id, s.project_id, (s.created_at at time zone 'UTC')::date,
        sum(case tg_op when 'INSERT' then c.size_bytes else -c.size_bytes end)
      from changed c join screenshots s on s.id = c.screenshot_id
      where c.kind = 'image' group by 1, 2, 3;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger files_count_project_insert after insert on files referencing new table as changed
    for each statement execute function count_project_images()`.execute(db);
  await sql`
    create trigger files_count_project_delete after delete on files referencing old table as changed
    for each statement execute function count_project_images()`.execute(db);
}

/**
 * Credits spent in the current cycle: its holds that were not released. A hold reads the account
 * that it has locked, so it always belongs to the cycle of its position in the ledger.
 */
async function countSpent(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_spent() returns trigger language plpgsql as $$
    begin
      insert into spent_counts (organization_id, cycle_entry_id, day, project_id, api_key_id, credits, captures)
      select l.organization_id, a.cycle_entry_id, (l.created_at at time zone 'UTC')::date, s.project_id, l.api_key_id,
        sum(l.held_delta), count(*)
      from added l
      join credit_accounts a on a.organization_id = l.organization_id
      left join screenshots s on s.id = l.screenshot_id and s.organization_id = l.organization_id
      where l.kind = 'hold' group by 1, 2, 3, 4, 5
      union all
      select h.organization_id, a.cycle_entry_id, (h.created_at at time zone 'UTC')::date, s.project_id, h.api_key_id,
        -sum(h.held_delta), -count(*)
      from added l
      join credit_accounts a on a.organization_id = l.organization_id
      join credit_ledger h on h.organization_id = l.organization_id and h.unique_key = 'hold:' || l.screenshot_id
        and h.id >= a.cycle_entry_id
      left join screenshots s on s.id = l.screenshot_id and s.organization_id = l.organization_id
      where l.kind = 'release' group by 1, 2, 3, 4, 5;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger credit_ledger_count after insert on credit_ledger referencing new table as added
    for each statement execute function count_spent()`.execute(db);
}

/** Spent credits follow their capture to another project, and belong to none when it is deleted. */
async function moveSpent(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function move_spent(organizations uuid[], screenshots uuid[], from_projects integer[], to_projects integer[])
    returns void language sql as $$
      insert into spent_counts (organization_id, cycle_entry_id, day, project_id, api_key_id, credits, captures)
      select h.organization_id, a.cycle_entry_id, (h.created_at at time zone 'UTC')::date, side.project_id, h.api_key_id,
        sum(side.n * h.held_delta), sum(side.n)
      from unnest(organizations, screenshots, from_projects, to_projects) as moved (organization_id, id, from_project, to_project)
      join credit_accounts a on a.organization_id = moved.organization_id
      join credit_ledger h on h.organization_id = moved.organization_id and h.unique_key = 'hold:' || moved.id
        and h.id >= a.cycle_entry_id
      cross join lateral (values (-1, moved.from_project), (1, moved.to_project)) as side (n, project_id)
      where not exists (
        select from credit_ledger e
        where e.organization_id = h.organization_id and e.unique_key = 'end:' || moved.id and e.kind = 'release')
      group by 1, 2, 3, 4, 5
    $$`.execute(db);
  await sql`
    create function follow_moved_captures() returns trigger language plpgsql as $$
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
      join files f on f.screenshot_id = a.id and f.kind = 'image'
      cross join lateral (values (-1, r.project_id), (1, a.project_id)) as side (n, project_id)
      where a.project_id <> r.project_id group by 1, 2, 3;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger screenshots_move_update after update on screenshots
    referencing old table as removed new table as added
    for each statement execute function follow_moved_captures()`.execute(db);
  await sql`
    create trigger screenshots_move_delete after delete on screenshots referencing old table as removed
    for each statement execute function follow_moved_captures()`.execute(db);
}

/** Counts everything again from the captures and the ledger. No capture may be written meanwhile. */
async function createRecount(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function recount_captures() returns void language plpgsql as $$
    begin
      truncate capture_counts, spent_counts;
      insert into capture_counts
      select s.organization_id, s.project_id, (s.created_at at time zone 'UTC')::date, count(*),
        count(*) filter (where s.status = 'COMPLETE'), count(*) filter (where s.status = 'FAILED'),
        coalesce(sum(s.credits) filter (where s.status = 'COMPLETE' and not s.is_refunded), 0),
        coalesce(sum(f.size_bytes), 0), true
      from screenshots s left join files f on f.screenshot_id = s.id and f.kind = 'image'
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
