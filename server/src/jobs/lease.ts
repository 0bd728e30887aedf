import { setTimeout as sleep } from 'node:timers/promises';
import type { Db as BossDatabase, Job, PgBoss } from 'pg-boss';
import { isConnectionError } from '../lib/connection-error.ts';
import type { Logger } from '../lib/logger.ts';
import { createBatches } from './completion-batches.ts';

/** A fetched job; the type of its data is unknown. */
export type FetchedJob = Job;

/**
 * Settles and renews the leases of fetched jobs. Every statement is fenced to the fetched attempt,
 * so a late one has no effect.
 */
export interface Leases {
  /** Completes a job; many jobs that end at nearly the same time share a statement. */
  complete(job: FetchedJob): Promise<void>;
  /** Fails the attempt; the kind's rules decide on a retry. */
  fail(job: FetchedJob, err: unknown): Promise<void>;
  /** Requeues jobs as if they had not been fetched, without counting an attempt. */
  requeue(jobs: readonly FetchedJob[]): Promise<void>;
  /**
   * Renews leases and returns the IDs of the lost ones. Returns an empty set if the database is
   * unavailable, because nothing is known then.
   */
  renew(jobs: readonly FetchedJob[]): Promise<ReadonlySet<string>>;
}

const maxSettleAttempts = 5;
/** Retry time during a database outage, longer than any lease. Unit: ms. */
const outageRetryMs = 60_000;
const longestDelayMs = 1_000;

/** Creates the leases of one queue. */
export function createLeases(input: {
  readonly boss: PgBoss;
  readonly database: BossDatabase;
  readonly queue: string;
  readonly logger: Logger;
}): Leases {
  const { boss, database, queue, logger } = input;
  /**
   * Retries a statement. If it fails for good, the job runs again after its lease expires, which
   * handlers support.
   */
  const settle = async (
    jobs: readonly FetchedJob[],
    statement: () => Promise<unknown>,
  ): Promise<void> => {
    const until = performance.now() + outageRetryMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await statement();
        return;
      } catch (err) {
        const isUnavailable = isConnectionError(err) && performance.now() < until;
        if (!isUnavailable && attempt >= maxSettleAttempts) {
          const jobIds = jobs.map(({ id }) => id);
          logger.error({ err, jobIds }, 'failed to settle finished jobs');
          return;
        }
        await sleep(Math.min(longestDelayMs, 100 * 2 ** attempt), undefined, { ref: false });
      }
    }
  };
  const completeAll = (jobs: readonly FetchedJob[]): Promise<void> =>
    settle(jobs, () => boss.complete(queue, jobs.map(attemptOf)));
  return {
    complete: createBatches(completeAll),
    fail: (job, err) => settle([job], () => boss.fail(queue, attemptOf(job), describe(err))),
    requeue: async (jobs) => {
      if (jobs.length === 0) return;
      // pg-boss's own `restore` is not fenced to the attempt.
      await settle(jobs, () =>
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
        const result = await boss.touch(queue, jobs.map(attemptOf));
        const renewed = renewedIds(result);
        return new Set(jobs.map((job) => job.id).filter((id) => !renewed.has(id)));
      } catch (err) {
        logger.warn({ err }, 'failed to renew leases');
        return new Set();
      }
    },
  };
}

function attemptOf(job: FetchedJob): { readonly id: string; readonly retryCount: number } {
  return { id: job.id, retryCount: job.retryCount };
}

/**
 * Extracts the renewed IDs. pg-boss returns them beside the count although its types omit them; the
 * contract test verifies that.
 */
function renewedIds(result: object): ReadonlySet<unknown> {
  const ids: unknown = 'settled' in result ? result.settled : undefined;
  if (!Array.isArray(ids)) throw new Error('pg-boss no longer says which leases it renewed');
  return new Set(ids);
}

function describe(err: unknown): object {
  return err instanceof Error ? { message: err.message.slice(0, 1_000) } : { message: 'failed' };
}
