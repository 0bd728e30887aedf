import type { Db as BossDatabase } from 'pg-boss';
import type { FetchedJob } from './lease.ts';
import type { RunningGroup } from './group-limits.ts';

/**
 * Maximum number of groups that one fetch considers, which bounds its time. The next fetch
 * continues after them.
 */
const groupsAtATime = 100;

/** Result of one fetch. */
export interface FairBatch {
  readonly fetched: FetchedJob[];
  /** True if no due job is left in the queue. */
  readonly isExhaustive: boolean;
  /** True if another fetch may find more although this one found nothing. */
  readonly hasMoreGroups: boolean;
}

/**
 * Fetches up to `free` jobs; a group with running jobs in this process gets no more than its
 * `capacity`.
 */
export type FairFetch = (free: number, groups: readonly RunningGroup[]) => Promise<FairBatch>;

/**
 * Creates a fetch that is fair between groups across all processes: first the group with the fewest
 * running jobs in this process, then the one served longest ago. Its time grows with the number of
 * waiting groups, not with the number of their jobs.
 */
export function createFairFetch(database: BossDatabase, queue: string): FairFetch {
  let after = '';
  return async (free, groups) => {
    const { rows } = await database.executeSql(statement, [
      queue,
      after,
      groupsAtATime,
      groups.map(({ group }) => group),
      groups.map(({ running }) => running),
      groups.map(({ capacity }) => capacity),
      free,
    ]);
    const found: readonly FoundRow[] = rows;
    const [first] = found;
    if (!first) throw new Error('fetch_jobs_in_turns gave no row');
    const isCut = first.seenGroups >= groupsAtATime;
    after = isCut ? (first.lastGroup ?? '') : '';
    const fetched = found.flatMap(({ job }) => job ?? []);
    return {
      fetched,
      isExhaustive: !first.hasMoreJobs,
      // Another process may have locked the picked jobs; other groups may then have jobs left.
      hasMoreGroups: isCut || fetched.length < first.pickedJobs,
    };
  };
}

/** A fetched job, or null, with statistics of the fetch. */
interface FoundRow {
  readonly job: FetchedJob | null;
  readonly pickedJobs: number;
  readonly seenGroups: number;
  readonly lastGroup: string | null;
  readonly hasMoreJobs: boolean;
}

/** Source: migration 0033. */
const statement = `
  select job, picked_jobs as "pickedJobs", seen_groups as "seenGroups", last_group as "lastGroup",
    more_jobs as "hasMoreJobs"
  from fetch_jobs_in_turns($1, $2, $3, $4, $5, $6, $7)`;

/**
 * Creates the index of {@link createFairFetch} unless it exists; pg-boss has created the table.
 * `create index if not exists` alone would lock the table at every start. The index omits pg-boss's
 * condition on blocked jobs, which we do not use, so that the planner cannot use the index of
 * pg-boss's fetch instead.
 */
export const fairFetchIndex = `
  do $$ begin
    perform pg_advisory_xact_lock(hashtext('pgboss.job_group_fetch'));
    if to_regclass('pgboss.job_group_fetch') is null then
      create index job_group_fetch on pgboss.job_common
        (name, (coalesce(group_id, '-') collate "C"), priority desc, created_on, start_after) where state < 'active';
    end if;
  end $$`;
