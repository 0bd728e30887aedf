import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Days that captures are counted by; more than any screen shows. Older days are counted as one. */
const countedDays = 40;

/** Rows that one statement folds, so that it ends long before its time limit, however many there are. */
const batchSize = 20_000;
const mostBatches = 100;

/** Number of rows that a statement folded. */
interface Folded {
  readonly count: number;
}

const firstDay = sql`current_date - ${countedDays}::int`;

const captureBatch = sql<Folded>`
  with few as (
    delete from capture_counts where ctid = any(array(
      select ctid from capture_counts where not is_folded limit ${batchSize} for update skip locked))
    returning *
  ), folded as (
    delete from capture_counts c using (select distinct organization_id, project_id, day from few) due
    where c.is_folded and c.organization_id = due.organization_id and c.project_id = due.project_id
      and c.day is not distinct from due.day
    returning c.*
  ), sums as (
    insert into capture_counts
    select organization_id, project_id, case when day >= ${firstDay} then day end,
      sum(captures), sum(completed), sum(failed), sum(credits), sum(image_bytes),
      -- Days that have become "long ago" are added to each other by the next statement.
      bool_and(day is null or day >= ${firstDay})
    from (select * from few union all select * from folded) gone
    where exists (select from organizations o where o.id = gone.organization_id)
    group by 1, 2, 3
    having sum(captures) <> 0 or sum(completed) <> 0 or sum(failed) <> 0 or sum(credits) <> 0 or sum(image_bytes) <> 0
  )
  select count(*)::int as count from few`;

const spentBatch = sql<Folded>`
  with few as (
    delete from spent_counts where ctid = any(array(
      select ctid from spent_counts where not is_folded limit ${batchSize} for update skip locked))
    returning *
  ), folded as (
    delete from spent_counts c using (select distinct organization_id, cycle_entry_id, day from few) due
    where c.is_folded and c.organization_id = due.organization_id
      and (c.cycle_entry_id, c.day) = (due.cycle_entry_id, due.day)
    returning c.*
  ), ended as (
    delete from spent_counts c using credit_accounts a
    where c.is_folded and c.organization_id in (select organization_id from few) and a.organization_id = c.organization_id
      and c.cycle_entry_id < a.cycle_entry_id
  ), sums as (
    insert into spent_counts
    select g.organization_id, g.cycle_entry_id, g.day, g.project_id, g.api_key_id, sum(g.credits), sum(g.captures), true
    from (select * from few union all select * from folded) g
      join credit_accounts a on a.organization_id = g.organization_id and a.cycle_entry_id <= g.cycle_entry_id
    group by 1, 2, 3, 4, 5
    having sum(g.captures) <> 0 or sum(g.credits) <> 0
  )
  select count(*)::int as count from few`;

/**
 * Adds the counts that transactions appended to those of the same project and day. A reader sees the rows
 * of each statement either before or after it; concurrent calls fold different rows.
 */
export async function foldCaptureCounts(db: Db): Promise<void> {
  await sql`
    update capture_counts set is_folded = false
    where is_folded and day < ${firstDay}`.execute(db);
  await foldAll(db, captureBatch);
}

/** Does the same for the spent credits, and deletes those of ended cycles. */
export async function foldSpentCounts(db: Db): Promise<void> {
  await foldAll(db, spentBatch);
}

async function foldAll(db: Db, batch: RawBuilder<Folded>): Promise<void> {
  for (let batches = 0; batches < mostBatches; batches++) {
    const { rows } = await batch.execute(db);
    if ((rows[0]?.count ?? 0) < batchSize) return;
  }
}
