import type { Db as BossDatabase } from 'pg-boss';
import type { FetchedJob } from './lease.ts';
import type { HeldGroup } from './turns.ts';

/** How many groups one fetch looks at: bounds its time. The next fetch goes on behind them. */
const groupsAtATime = 100;

/** What one fetch found. */
export interface FairBatch {
  readonly fetched: FetchedJob[];
  /** Nothing else could have been fetched. */
  readonly isAll: boolean;
  /** Another fetch may find more although this one found nothing. */
  readonly goesOn: boolean;
}

/** Fetches up to `free` jobs; a group that runs jobs here gets no more than its room. */
export type FairFetch = (free: number, held: readonly HeldGroup[]) => Promise<FairBatch>;

/**
 * Fetches so that groups take turns over all processes: the group with the fewest jobs running here first, then the one that
 * was served longest ago. The time grows with the number of waiting groups, not with the number of their jobs.
 */
export function createFairFetch(database: BossDatabase, queue: string): FairFetch {
  let after = '';
  return async (free, held) => {
    const from = after;
    const { rows } = await database.executeSql(statement, [
      queue,
      from,
      groupsAtATime,
      held.map(({ group }) => group),
      held.map(({ running }) => running),
      held.map(({ room }) => room),
      free,
    ]);
    const found: readonly FoundRow[] = rows;
    const [first] = found;
    if (!first) throw new Error('fetch_jobs_in_turns gave no row');
    const isCut = first.seenGroups >= groupsAtATime;
    after = isCut ? (first.lastGroup ?? '') : '';
    const fetched = found.flatMap(({ job }) => job ?? []);
    // Another process may have locked what was picked; other groups may be left then.
    const hasSeenAll = from === '' && !isCut && fetched.length >= first.pickedJobs;
    const isNoneFull = held.every(({ room }) => room > 0);
    return {
      fetched,
      isAll: hasSeenAll && fetched.length < free && isNoneFull,
      goesOn: isCut || fetched.length < first.pickedJobs,
    };
  };
}

/** A fetched job, or none, and what the fetch saw. */
interface FoundRow {
  readonly job: FetchedJob | null;
  readonly pickedJobs: number;
  readonly seenGroups: number;
  readonly lastGroup: string | null;
}

/** Source: migration 0015. */
const statement = `
  select job, picked_jobs as "pickedJobs", seen_groups as "seenGroups", last_group as "lastGroup"
  from fetch_jobs_in_turns($1, $2, $3, $4, $5, $6, $7)`;

/**
 * Makes the index of {@link createFairFetch}, unless it exists; pg-boss made the table before. `create index if not exists`
 * alone would lock the table at every start. The index leaves out pg-boss's condition on blocked jobs, of which we have
 * none, so that the planner cannot take the index of pg-boss's fetch in its place.
 */
export const fairFetchIndex = `
  do $$ begin
    perform pg_advisory_xact_lock(hashtext('pgboss.job_group_fetch'));
    if to_regclass('pgboss.job_group_fetch') is null then
      create index job_group_fetch on pgboss.job_common
        (name, (coalesce(group_id, '-') collate "C"), priority desc, created_on, start_after) where state < 'active';
    end if;
  end $$`;
