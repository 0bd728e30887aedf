import type { Db as BossDatabase } from 'pg-boss';
import type { Logger } from '../lib/logger.ts';
import type { JobHandler } from './job.ts';
import { renewedEveryMs } from './running-jobs.ts';

interface WatchInput {
  readonly database: BossDatabase;
  readonly announce: (queue: string) => Promise<void>;
  readonly handlers: readonly JobHandler[];
  readonly everyMs: number;
  readonly logger: Logger;
}

/** Retention of turns of groups and servers that no longer exist. */
const groupStateRetentionHours = 24;
const groupCleanupIntervalMs = 3_600_000;

/**
 * Frees jobs whose worker does not renew its lease: they run again immediately, or fail for good
 * after their last attempt. All times are the database's. Jobs are freed only after the database
 * has been available for as long as a worker needs to renew, because after an outage all leases are
 * old although their workers are alive. Returns a function that stops the watch.
 */
export function watchLostJobs(input: WatchInput): () => Promise<void> {
  const { handlers, everyMs, logger } = input;
  const leased = handlers.filter(({ kind }) => kind.heartbeatSeconds !== undefined);
  const slowestRenewalMs = Math.max(0, ...leased.map(({ kind }) => renewedEveryMs(kind)));
  let availableSinceMs = performance.now();
  let cleanedAtMs = -groupCleanupIntervalMs;
  let running: Promise<void> | undefined;
  const checkLeases = async (): Promise<void> => {
    const startedAtMs = performance.now();
    try {
      if (startedAtMs - availableSinceMs < slowestRenewalMs + everyMs) {
        await input.database.executeSql('select 1');
      } else {
        await freeLostJobs(input, leased);
      }
      if (startedAtMs - cleanedAtMs > groupCleanupIntervalMs) {
        cleanedAtMs = startedAtMs;
        await input.database.executeSql(deleteOldGroupState, [groupStateRetentionHours]);
      }
    } catch (err) {
      availableSinceMs = performance.now();
      logger.warn({ err }, 'failed to look for lost jobs');
    }
    // A response that took this long indicates that renewals were late as well.
    if (performance.now() - startedAtMs > slowestRenewalMs) availableSinceMs = performance.now();
  };
  const timer = setInterval(() => {
    running ??= checkLeases().finally(() => (running = undefined));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

interface LostJob {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly hasFailed: boolean;
}

async function freeLostJobs(
  { database, announce, logger }: WatchInput,
  leased: readonly JobHandler[],
): Promise<void> {
  const { rows } = await database.executeSql(freeLostJobsSql, [
    leased.map(({ kind }) => kind.name),
    leased.map(({ kind }) => kind.heartbeatSeconds),
  ]);
  const lost: readonly LostJob[] = rows;
  if (lost.length === 0) return;
  const jobIds = lost.map(({ id }) => id);
  logger.warn({ jobIds }, 'jobs lost their worker');
  for (const name of new Set(lost.map((job) => job.name))) await announce(name);
  for (const { id, name, data, hasFailed } of lost) {
    const handler = leased.find(({ kind }) => kind.name === name);
    if (hasFailed) await handler?.onLost?.({ id, data });
  }
}

/**
 * Parameters: $1 queues, $2 their lease durations in seconds. The attempt that lost its worker was
 * counted when it was fetched; the next fetch counts one more because `started_on` is unchanged.
 */
const freeLostJobsSql = `
  with lost as (
    select j.name, j.id from unnest($1::text[], $2::float8[]) as lease (name, seconds)
    join pgboss.job_common j on j.name = lease.name and j.state = 'active'
      and j.heartbeat_on + lease.seconds * interval '1 s' < pgboss.job_now()
    for update of j skip locked
  )
  update pgboss.job_common j set start_after = pgboss.job_now(), heartbeat_on = null,
    state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
    completed_on = case when retry_count < retry_limit then null else pgboss.job_now() end,
    output = '{"message": "the worker was lost"}'
  from lost where j.name = lost.name and j.id = lost.id
  returning j.id, j.name, j.data, j.state = 'failed' as "hasFailed"`;

const deleteOldGroupState = `delete from job_turns where served_on < now() - $1 * interval '1 hour'`;

/** Creates the index of active jobs; an entry exists only while its job runs. */
export const activeJobsIndex = `
  do $$ begin
    perform pg_advisory_xact_lock(hashtext('pgboss.job_group_fetch'));
    if to_regclass('pgboss.job_active') is null then
      create index job_active on pgboss.job_common (name) where state = 'active';
    end if;
  end $$`;
