import { sql, type Kysely } from 'kysely';

/**
 * The triggers that count captures and credits write the same rows as before, but first look for
 * something to count: the start of a capture and its charge change no count, and are a third of the
 * statements that run them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await countChangedCaptures(db);
  await countHoldsAndReleases(db);
}

async function countChangedCaptures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_changed_captures() returns trigger language plpgsql as $$
    begin
      perform from added a left join removed r on r.id = a.id
      where (a.organization_id, a.project_id, a.created_at, a.credits, a.is_refunded, search_status(a.status))
        is distinct from (r.organization_id, r.project_id, r.created_at, r.credits, r.is_refunded, search_status(r.status));
      if not found then return null; end if;
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
      return null;
    end $$`.execute(db);
  await sql`
    create or replace trigger screenshots_count_update after update on screenshots
    referencing old table as removed new table as added
    for each statement execute function count_changed_captures()`.execute(db);
}

async function countHoldsAndReleases(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_spent() returns trigger language plpgsql as $$
    begin
      perform from added where kind = 'hold';
      if found then
        insert into spent_counts (organization_id, cycle_entry_id, day, project_id, api_key_id, credits, captures)
        select l.organization_id, a.cycle_entry_id, (l.created_at at time zone 'UTC')::date, s.project_id, l.api_key_id,
          sum(l.held_delta), count(*)
        from added l
        join credit_accounts a on a.organization_id = l.organization_id
        left join screenshots s on s.id = l.screenshot_id and s.organization_id = l.organization_id
        where l.kind = 'hold' group by 1, 2, 3, 4, 5;
      end if;
      perform from added where kind = 'release';
      if found then
        insert into spent_counts (organization_id, cycle_entry_id, day, project_id, api_key_id, credits, captures)
        select h.organization_id, a.cycle_entry_id, (h.created_at at time zone 'UTC')::date, s.project_id, h.api_key_id,
          -sum(h.held_delta), -count(*)
        from added l
        join credit_accounts a on a.organization_id = l.organization_id
        join credit_ledger h on h.organization_id = l.organization_id and h.unique_key = 'hold:' || l.screenshot_id
          and h.id >= a.cycle_entry_id
        left join screenshots s on s.id = l.screenshot_id and s.organization_id = l.organization_id
        where l.kind = 'release' group by 1, 2, 3, 4, 5;
      end if;
      return null;
    end $$`.execute(db);
}
