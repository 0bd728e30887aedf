import { setTimeout as delay } from 'node:timers/promises';
import type { Db as BossDatabase, Job, PgBoss } from 'pg-boss';
import { isConnectionError } from '../lib/connection-error.ts';
import type { Logger } from '../lib/logger.ts';

/** A fetched job of unknown data. */
export type FetchedJob = Job;

/** How a fetched job ends for this process. Every statement is fenced to the fetched attempt: a late one changes nothing. */
export interface Leases {
  complete(job: FetchedJob): Promise<void>;
  /** The kind's rules decide whether it is tried again. */
  fail(job: FetchedJob, err: unknown): Promise<void>;
  /** Gives jobs back as if they had not been fetched: no try is counted. */
  giveBack(jobs: readonly FetchedJob[]): Promise<void>;
  /** Renews; gives the ids that are no longer ours. Nothing is known when the database does not answer: empty. */
  renew(jobs: readonly FetchedJob[]): Promise<ReadonlySet<string>>;
}

const settleTries = 5;
/** While the database is away; it is then longer than any lease lasts. Units: ms. */
const outagePatienceMs = 60_000;
const longestDelayMs = 1_000;

/** The leases of one queue. */
export function createLeases(input: {
  readonly boss: PgBoss;
  readonly database: BossDatabase;
  readonly queue: string;
  readonly logger: Logger;
}): Leases {
  const { boss, database, queue, logger } = input;
  /** A settling that fails for good leaves the job to its lease's end: it is then run again, which handlers allow for. */
  const settle = async (job: FetchedJob, statement: () => Promise<unknown>): Promise<void> => {
    const until = performance.now() + outagePatienceMs;
    for (let tried = 1; ; tried += 1) {
      try {
        await statement();
        return;
      } catch (err) {
        const isAway = isConnectionError(err) && performance.now() < until;
        if (!isAway && tried >= settleTries) {
          logger.error({ err, jobId: job.id }, 'a finished job could not be settled');
          return;
        }
        await delay(Math.min(longestDelayMs, 100 * 2 ** tried), undefined, { ref: false });
      }
    }
  };
  return {
    complete: (job) => settle(job, () => boss.complete(queue, attemptOf(job))),
    fail: (job, err) => settle(job, () => boss.fail(queue, attemptOf(job), describe(err))),
    giveBack: async (jobs) => {
      const [first] = jobs;
      if (!first) return;
      // pg-boss's own `restore` is not fenced to the attempt.
      await settle(first, () =>
        database.executeSql(
          `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
           where name = $1 and state = 'active'
             and (id, retry_count) in (select * from unnest($2::uuid[], $3::int[]))`,
          [queue, jobs.map((job) => job.id), jobs.map((job) => job.retryCount)],
        ),
      );
    },
    renew: async (jobs) => {
      try {
        const answer = await boss.touch(queue, jobs.map(attemptOf));
        const kept = renewedIds(answer);
        return new Set(jobs.map((job) => job.id).filter((id) => !kept.has(id)));
      } catch (err) {
        logger.warn({ err }, 'leases could not be renewed');
        return new Set();
      }
    },
  };
}

function attemptOf(job: FetchedJob): { readonly id: string; readonly retryCount: number } {
  return { id: job.id, retryCount: job.retryCount };
}

/** pg-boss gives the ids beside the count, though its types do not say so; the contract test holds it to that. */
function renewedIds(answer: object): ReadonlySet<unknown> {
  const ids: unknown = 'settled' in answer ? answer.settled : undefined;
  if (!Array.isArray(ids)) throw new Error('pg-boss no longer says which leases it renewed');
  return new Set(ids);
}

function describe(err: unknown): object {
  return err instanceof Error ? { message: err.message.slice(0, 1_000) } : { message: 'failed' };
}
