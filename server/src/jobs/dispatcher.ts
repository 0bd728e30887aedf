import type { Db as BossDatabase, PgBoss } from 'pg-boss';
import type { Logger } from '../lib/logger.ts';
import { createFairFetch, type FairFetch } from './fair-fetch.ts';
import type { JobHandler } from './job.ts';
import type { Leases } from './lease.ts';
import { createRunningJobs, type RunningJobs } from './running-jobs.ts';

/** Fetches and runs the jobs of one queue. */
export interface Dispatcher {
  /** Something may have been enqueued. */
  wake(): void;
  /** Fetches no more; lets running jobs end for `graceMs`, then aborts them and gives them back. */
  stop(graceMs: number): Promise<void>;
}

/** Retries are not announced: while one may be due, it is looked for this often. */
const retryPollMs = 500;
/** Announcements can be lost, and delayed jobs and those given back are not announced. */
const pollMs = 2_000;
const longestPollMs = 5_000;
/** A queue in which nothing has happened for ten seconds is looked at less often. */
const quietRounds = 5;
const quietPollMs = 5_000;

/** Starts at once. What goes wrong is logged and tried again, never thrown. */
export function startDispatcher(input: {
  readonly boss: PgBoss;
  readonly database: BossDatabase;
  readonly leases: Leases;
  readonly handler: JobHandler;
  readonly logger: Logger;
}): Dispatcher {
  const { leases, handler, logger } = input;
  const queue = handler.kind.name;
  const pause = createPause();
  const stopping = new AbortController();
  const hints = { mayHaveMore: true, hasEnded: false };
  const pace = createPace(handler.kind.retryDelaySeconds);
  const jobs = createRunningJobs({
    leases,
    handler,
    logger,
    onEnd: ({ hasFailed }) => {
      pace.hurry();
      if (hasFailed) pace.expectRetry();
      hints.hasEnded = true;
      // A pause that was begun before may be longer than the delay of a retry.
      if (hasFailed || hints.mayHaveMore) pause.end();
    },
  });
  const fetchNext = handler.groupConcurrency
    ? createFairFetch(input.database, queue)
    : createPlainFetch(input.boss, queue);
  const { dependency } = handler;
  const fill = async (): Promise<void> => {
    while (jobs.free() > 0 && !stopping.signal.aborted && dependency?.isAvailable() !== false) {
      if (!(await startSome({ fetchNext, jobs, leases, hints }))) return;
    }
  };
  const onFailure = (err: unknown): void => {
    logger.warn({ err, queue }, 'jobs cannot be fetched');
  };
  const wake = (): void => {
    pace.hurry();
    hints.mayHaveMore = true;
    pause.end();
  };
  const stopListening = dependency?.onAvailable(wake);
  const looping = repeat({ fill, pause, pace, hints, signal: stopping.signal, onFailure });
  return {
    wake,
    stop: async (graceMs) => {
      stopListening?.();
      stopping.abort();
      pause.end();
      await looping;
      await jobs.stop(graceMs);
    },
  };
}

/** Fills the free slots, now and after each pause, until it is stopped; the first of several failures is told. */
async function repeat(input: {
  readonly fill: () => Promise<void>;
  readonly pause: Pause;
  readonly pace: Pace;
  readonly hints: Hints;
  readonly signal: AbortSignal;
  readonly onFailure: (err: unknown) => void;
}): Promise<void> {
  const { fill, pause, pace, hints, signal, onFailure } = input;
  let failures = 0;
  while (!signal.aborted) {
    pause.begin(Math.min(longestPollMs, pace.nextMs() * 2 ** Math.min(failures, 4)));
    try {
      await fill();
      failures = 0;
    } catch (err) {
      hints.mayHaveMore = true;
      failures += 1;
      if (failures === 1) onFailure(err);
    }
    await pause.over();
  }
}

/** How long a queue of which nothing is heard is left alone. */
interface Pace {
  /** The length of the next pause; ms. */
  nextMs(): number;
  /** Something happened. */
  hurry(): void;
  /** A job failed. */
  expectRetry(): void;
}

function createPace(retryDelaySeconds: number): Pace {
  let roundsWithoutWork = 0;
  let retriesUntilMs = 0;
  return {
    nextMs: () => {
      roundsWithoutWork += 1;
      if (performance.now() < retriesUntilMs) return retryPollMs;
      return roundsWithoutWork > quietRounds ? quietPollMs : pollMs;
    },
    hurry: () => {
      roundsWithoutWork = 0;
    },
    expectRetry: () => {
      retriesUntilMs = performance.now() + retryDelaySeconds * 1_000 + pollMs;
    },
  };
}

/** What saves fetches that would find nothing. */
interface Hints {
  /** The last fetch left jobs behind, or some were announced since: look again when a job ends. */
  mayHaveMore: boolean;
  /** A job ended since the last fetch began. */
  hasEnded: boolean;
}

/** Fetches and starts once. True: another fetch may find more at once. */
async function startSome(input: {
  readonly fetchNext: FairFetch;
  readonly jobs: RunningJobs;
  readonly leases: Leases;
  readonly hints: Hints;
}): Promise<boolean> {
  const { fetchNext, jobs, leases, hints } = input;
  hints.mayHaveMore = false;
  hints.hasEnded = false;
  const { fetched, isAll, goesOn } = await fetchNext(jobs.free(), jobs.held());
  const excess = jobs.start(fetched);
  await leases.giveBack(excess);
  const isDry = isAll && excess.length === 0;
  hints.mayHaveMore ||= !isDry;
  // A customer at the limit when the fetch began may have a free turn by now.
  return !isDry && (fetched.length > 0 || goesOn || hints.hasEnded);
}

/** Oldest first. */
function createPlainFetch(boss: PgBoss, queue: string): FairFetch {
  return async (free) => {
    const fetched = await boss.fetch<object>(queue, { batchSize: free });
    return { fetched, isAll: fetched.length < free, goesOn: false };
  };
}

interface Pause {
  begin(ms: number): void;
  /** Ends the pause that was begun, also one that is not yet waited for. */
  end(): void;
  over(): Promise<void>;
}

function createPause(): Pause {
  let ms = 0;
  let ended = Promise.withResolvers<void>();
  return {
    begin: (length) => {
      ms = length;
      ended = Promise.withResolvers();
    },
    end: () => ended.resolve(),
    over: async () => {
      const { promise, resolve } = ended;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    },
  };
}
