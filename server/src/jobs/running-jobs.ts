import { DatabaseOutage } from '../db/database-outage.ts';
import type { Logger } from '../lib/logger.ts';
import { runInBackground } from '../lib/run-in-background.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { JobHandler, JobKind } from './job.ts';
import type { FetchedJob, Leases } from './lease.ts';
import { runHandler, type HandlerOutcome } from './run-handler.ts';
import { createGroupLimits, type RunningGroup } from './group-limits.ts';

/** The jobs of one queue that run in this process. */
export interface RunningJobs {
  /** Returns the number of jobs that may start now. */
  free(): number;
  /** Returns the groups that have running jobs in this process. */
  groups(): readonly RunningGroup[];
  /** Starts jobs. Returns those whose organisation is at its limit, which must be requeued. */
  start(jobs: readonly FetchedJob[]): readonly FetchedJob[];
  /** Waits `graceMs` for running jobs, then aborts and requeues them. */
  stop(graceMs: number): Promise<void>;
}

interface Entry {
  readonly job: FetchedJob;
  readonly controller: AbortController;
  /** True if another worker owns the job by now; this process must not settle it. */
  isLost: boolean;
  isStopped: boolean;
  hasFailed: boolean;
  /** True if the job has succeeded and only its completion is left to record. */
  isDone: boolean;
}

interface Input {
  readonly leases: Leases;
  readonly handler: JobHandler;
  readonly logger: Logger;
  /** Called when a slot becomes free. A failed job may be retried after its kind's delay. */
  readonly onEnd: (end: { readonly hasFailed: boolean }) => void;
}

const stopDeadlineMs = 4_000;
/** Maximum number of jobs per fetch, because jobs over an organisation's limit must be requeued. */
const largestBatch = 64;

/** Creates an empty set of running jobs. Their leases are renewed while they run. */
export function createRunningJobs({ leases, handler, logger, onEnd }: Input): RunningJobs {
  const groupLimits = createGroupLimits();
  const running = new Map<Entry, Promise<void>>();
  const log = logger.child({ queue: handler.kind.name });
  const stopRenewing = renewRegularly({
    handler,
    leases,
    logger: log,
    entries: () => [...running.keys()],
  });

  const run = async (entry: Entry): Promise<void> => {
    const { job } = entry;
    const outcome = await runHandler(handler, job, entry.controller);
    groupLimits.release(groupOf(job));
    if (entry.isLost) return;
    if (outcome.ok && !outcome.isRequeued) {
      entry.isDone = true;
      onEnd(entry);
    }
    await settle({ leases, logger: log }, entry, outcome);
  };
  const start = (job: FetchedJob): void => {
    const entry = newEntry(job);
    const done = run(entry)
      .catch((err: unknown) => log.error({ err, jobId: job.id }, 'failed to settle a job'))
      .finally(() => {
        running.delete(entry);
        if (!entry.isDone) onEnd(entry);
      });
    running.set(entry, done);
  };
  const allEndWithin = async (timeoutMs: number): Promise<void> => {
    await withTimeout(Promise.all(running.values()), { timeoutMs, onTimeout: () => undefined });
  };
  return {
    free: () => Math.min(largestBatch, concurrencyOf(handler) - countBusy(running.keys())),
    groups: groupLimits.running,
    start: (jobs) => {
      const overLimit = jobs.filter(
        (job) => !groupLimits.acquire(groupOf(job), limitFor(handler, job)),
      );
      for (const job of jobs) if (!overLimit.includes(job)) start(job);
      return overLimit;
    },
    stop: async (graceMs) => {
      await allEndWithin(graceMs);
      for (const entry of running.keys()) {
        entry.isStopped = true;
        entry.controller.abort(new Error('the worker stops'));
      }
      await allEndWithin(stopDeadlineMs);
      stopRenewing();
    },
  };
}

/** Returns the number of jobs that occupy a slot. */
function countBusy(entries: Iterable<Entry>): number {
  let busy = 0;
  for (const { isDone } of entries) if (!isDone) busy += 1;
  return busy;
}

/** Records the end of a job. */
async function settle(
  { leases, logger }: Pick<Input, 'leases' | 'logger'>,
  entry: Entry,
  outcome: HandlerOutcome,
): Promise<void> {
  const { job } = entry;
  if (entry.isDone) await leases.complete(job);
  else if (outcome.ok || entry.isStopped) await leases.requeue([job]);
  else if (outcome.err instanceof DatabaseOutage) {
    entry.hasFailed = true;
    // Attempts are only for the job's own failures. The statement waits until the database is
    // available again.
    await leases.requeue([job]);
  } else {
    logger.warn({ err: outcome.err, jobId: job.id }, 'a job failed');
    entry.hasFailed = true;
    await leases.fail(job, outcome.err);
  }
}

const newEntry = (job: FetchedJob): Entry => ({
  job,
  controller: new AbortController(),
  isLost: false,
  isStopped: false,
  hasFailed: false,
  isDone: false,
});

/**
 * Returns the interval of lease renewals: a lease survives two that fail or are late. Unit: ms; 0
 * without leases.
 */
export function renewedEveryMs({ heartbeatSeconds = 0 }: JobKind<object>): number {
  return (heartbeatSeconds * 1_000) / 3;
}

/**
 * Renews all leases of the queue in one statement per interval. Returns a function that stops it.
 */
function renewRegularly(input: {
  readonly handler: JobHandler;
  readonly leases: Leases;
  readonly logger: Logger;
  readonly entries: () => readonly Entry[];
}): () => void {
  const { heartbeatSeconds } = input.handler.kind;
  if (heartbeatSeconds === undefined) return () => undefined;
  const renew = async (): Promise<void> => {
    const held = input.entries().filter((entry) => !entry.isLost);
    if (held.length === 0) return;
    const lost = await input.leases.renew(held.map((entry) => entry.job));
    for (const entry of held.filter(({ job }) => lost.has(job.id))) {
      entry.isLost = true;
      entry.controller.abort(new Error('the lease of the job was lost'));
    }
  };
  const renewInBackground = (): void =>
    runInBackground(renew(), input.logger, 'failed to renew leases');
  const timer = setInterval(renewInBackground, renewedEveryMs(input.handler.kind));
  return () => clearInterval(timer);
}

function limitFor(handler: JobHandler, job: FetchedJob): number {
  const limits = handler.groupConcurrency;
  if (!limits) return concurrencyOf(handler);
  const limit = Object.entries(limits).find(([tier]) => tier === job.groupTier)?.[1];
  const group = groupOf(job);
  const reduced = group === undefined ? undefined : handler.reducedConcurrency?.(group);
  return Math.min(limit ?? limits.free, reduced ?? Infinity);
}

function concurrencyOf({ concurrency }: JobHandler): number {
  return typeof concurrency === 'number' ? concurrency : concurrency.current;
}

function groupOf(job: FetchedJob): string | undefined {
  return job.groupId ?? undefined;
}
