import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Days that captures are counted by; more than any screen shows. Older days are counted as one. */
const countedDays = 40;
const batchSize = 5_000;

/**
 * Adds the counts that transactions appended to those of the same project and day. One statement, so
 * that a reader sees the rows either before or after; concurrent calls fold different rows.
 */
export async function foldCaptureCounts(db: Db): Promise<void> {
  await sql`
    update capture_counts set is_folded = false
    where is_folded and day < current_date - ${countedDays}::int`.execute(db);
  await sql`
    with due as (
      select distinct organization_id, project_id, day
      from (select * from capture_counts where not is_folded limit ${batchSize}) few
    ), gone as (
      delete from capture_counts c using due
      where c.organization_id = due.organization_id and c.project_id = due.project_id and c.day is not distinct from due.day
      returning c.*
    )
    insert into capture_counts
    select organization_id, project_id, case when day >= current_date - ${countedDays}::int then day end,
      sum(captures), sum(completed), sum(failed), sum(credits), sum(image_bytes),
      -- Days that have become "long ago" are added to each other by the next call.
      bool_and(day is null or day >= current_date - ${countedDays}::int)
    from gone
    where exists (select from organizations o where o.id = gone.organization_id)
    group by 1, 2, 3
    having sum(captures) <> 0 or sum(completed) <> 0 or sum(failed) <> 0 or sum(credits) <> 0 or sum(image_bytes) <> 0`.execute(
    db,
  );
}

/** Does the same for the spent credits, and deletes those of ended cycles. */
export async function foldSpentCounts(db: Db): Promise<void> {
  await sql`
    with due as (
      select distinct organization_id, cycle_entry_id, day
      from (select * from spent_counts where not is_folded limit ${batchSize}) few
    ), gone as (
      delete from spent_counts c using due
      where c.organization_id = due.organization_id
        and (c.cycle_entry_id, c.day) = (due.cycle_entry_id, due.day)
      returning c.*
    ), ended as (
      delete from spent_counts c using credit_accounts a
      where c.organization_id in (select organization_id from due) and a.organization_id = c.organization_id
        and c.cycle_entry_id < a.cycle_entry_id
    )
    insert into spent_counts
    select g.organization_id, g.cycle_entry_id, g.day, g.project_id, g.api_key_id, sum(g.credits), sum(g.captures), true
    from gone g join credit_accounts a on a.organization_id = g.organization_id and a.cycle_entry_id <= g.cycle_entry_id
    group by 1, 2, 3, 4, 5
    having sum(g.captures) <> 0 or sum(g.credits) <> 0`.execute(db);
}
