import type { Db as BossDatabase, PgBoss } from 'pg-boss';
import type { Logger } from '../lib/logger.ts';
import { createPace } from '../lib/pace.ts';
import { createFairFetch, type FairFetch } from './fair-fetch.ts';
import type { JobHandler } from './job.ts';
import type { Leases } from './lease.ts';
import { createRunningJobs, type RunningJobs } from './running-jobs.ts';

/** Fetches and runs the jobs of one queue. */
export interface Dispatcher {
  /** Signals that jobs may have been enqueued. */
  wake(): void;
  /** Stops fetching, waits `graceMs` for running jobs, then aborts and requeues them. */
  stop(graceMs: number): Promise<void>;
}

/** Rate of fetches of one queue in this process, above which one fetch takes several jobs. */
const fetchPace = { burst: 10, perSecond: 40 } as const;
/** Retries are not announced, so the queue is polled at this interval while one may be due. */
const retryPollMs = 500;
/** Notifications can be lost, and delayed or requeued jobs send none. */
const pollMs = 2_000;
const longestPollMs = 5_000;
/** A queue that was idle for ten seconds is polled less often. */
const idlePollsBeforeSlowdown = 5;
const idlePollMs = 5_000;

/** Starts a dispatcher immediately. Errors are logged and retried, never thrown. */
export function startDispatcher(input: {
  readonly boss: PgBoss;
  readonly database: BossDatabase;
  readonly leases: Leases;
  readonly handler: JobHandler;
  readonly logger: Logger;
}): Dispatcher {
  const { leases, handler, logger } = input;
  const queue = handler.kind.name;
  const wait = createWait();
  const stopping = new AbortController();
  const hints = { mayHaveMore: true, hasEnded: false };
  const pollInterval = createPollInterval(handler.kind.retryDelaySeconds);
  const jobs = createRunningJobs({
    leases,
    handler,
    logger,
    onEnd: ({ hasFailed }) => {
      pollInterval.reset();
      if (hasFailed) pollInterval.expectRetry();
      hints.hasEnded = true;
      // A pause that started earlier may be longer than the retry delay.
      if (hasFailed || hints.mayHaveMore) wait.cancel();
    },
  });
  const fetchNext = handler.groupConcurrency
    ? createFairFetch(input.database, queue)
    : createOldestFirstFetch(input.boss, queue);
  const { dependency, concurrency } = handler;
  const pace = createPace(fetchPace);
  const mayStart = (): boolean =>
    jobs.free() > 0 && !stopping.signal.aborted && dependency?.isAvailable() !== false;
  const fill = async (): Promise<void> => {
    while (mayStart()) {
      await pace.due();
      if (!mayStart() || !(await startSome({ fetchNext, jobs, leases, hints }))) return;
    }
  };
  const onFailure = (err: unknown): void => {
    logger.warn({ err, queue }, 'failed to fetch jobs');
  };
  const wake = (): void => {
    pollInterval.reset();
    hints.mayHaveMore = true;
    wait.cancel();
  };
  const stopListening = dependency?.onAvailable(wake);
  const stopFollowing = typeof concurrency === 'number' ? undefined : concurrency.onRaised(wake);
  const looping = repeat({ fill, wait, pollInterval, hints, signal: stopping.signal, onFailure });
  return {
    wake,
    stop: async (graceMs) => {
      stopListening?.();
      stopFollowing?.();
      stopping.abort();
      wait.cancel();
      await looping;
      await jobs.stop(graceMs);
    },
  };
}

/**
 * Fills the free slots now and after each pause, until aborted. Only the first of consecutive
 * failures is reported.
 */
async function repeat(input: {
  readonly fill: () => Promise<void>;
  readonly wait: Wait;
  readonly pollInterval: PollInterval;
  readonly hints: Hints;
  readonly signal: AbortSignal;
  readonly onFailure: (err: unknown) => void;
}): Promise<void> {
  const { fill, wait, pollInterval, hints, signal, onFailure } = input;
  let failures = 0;
  while (!signal.aborted) {
    wait.start(Math.min(longestPollMs, pollInterval.nextMs() * 2 ** Math.min(failures, 4)));
    try {
      await fill();
      failures = 0;
    } catch (err) {
      hints.mayHaveMore = true;
      failures += 1;
      if (failures === 1) onFailure(err);
    }
    await wait.done();
  }
}

/** Length of the pauses between polls of an idle queue. */
interface PollInterval {
  /** Returns the length of the next pause. Unit: ms. */
  nextMs(): number;
  /** Reports activity. */
  reset(): void;
  /** Reports a failed job. */
  expectRetry(): void;
}

function createPollInterval(retryDelaySeconds: number): PollInterval {
  let idlePolls = 0;
  let retriesUntilMs = 0;
  return {
    nextMs: () => {
      idlePolls += 1;
      if (performance.now() < retriesUntilMs) return retryPollMs;
      return idlePolls > idlePollsBeforeSlowdown ? idlePollMs : pollMs;
    },
    reset: () => {
      idlePolls = 0;
    },
    expectRetry: () => {
      retriesUntilMs = performance.now() + retryDelaySeconds * 1_000 + pollMs;
    },
  };
}

/** Hints that avoid fetches which would find nothing. */
interface Hints {
  /** The last fetch left jobs behind, or more were announced since: fetch again when a job ends. */
  mayHaveMore: boolean;
  /** A job ended since the last fetch started. */
  hasEnded: boolean;
}

/** Fetches and starts jobs once. Returns true if another fetch may find more immediately. */
async function startSome(input: {
  readonly fetchNext: FairFetch;
  readonly jobs: RunningJobs;
  readonly leases: Leases;
  readonly hints: Hints;
}): Promise<boolean> {
  const { fetchNext, jobs, leases, hints } = input;
  hints.mayHaveMore = false;
  hints.hasEnded = false;
  const free = jobs.free();
  const { fetched, isExhaustive, hasMoreGroups } = await fetchNext(free, jobs.groups());
  const overLimit = jobs.start(fetched);
  await leases.requeue(overLimit);
  const isDry = isExhaustive && overLimit.length === 0;
  hints.mayHaveMore ||= !isDry;
  // An organisation that was at its limit when the fetch started may have a free slot now.
  const hasTakenAll = fetched.length < free && overLimit.length === 0 && !hasMoreGroups;
  return !isDry && (!hasTakenAll || hints.hasEnded);
}

/** Fetches the oldest jobs first. */
function createOldestFirstFetch(boss: PgBoss, queue: string): FairFetch {
  return async (free) => {
    const fetched = await boss.fetch<object>(queue, { batchSize: free });
    return { fetched, isExhaustive: fetched.length < free, hasMoreGroups: false };
  };
}

interface Wait {
  start(ms: number): void;
  /** Ends the current pause, even before it is awaited. */
  cancel(): void;
  done(): Promise<void>;
}

function createWait(): Wait {
  let ms = 0;
  let ended = Promise.withResolvers<void>();
  return {
    start: (length) => {
      ms = length;
      ended = Promise.withResolvers();
    },
    cancel: () => ended.resolve(),
    done: async () => {
      const { promise, resolve } = ended;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    },
  };
}
