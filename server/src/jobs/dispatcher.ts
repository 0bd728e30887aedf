import type { PgBoss } from 'pg-boss';
import type { Logger } from '../lib/logger.ts';
import type { JobHandler } from './job.ts';
import type { FetchedJob, Leases } from './lease.ts';
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
/** Looking past one customer's backlog takes time in proportion to it; at most this share of the time goes there. */
const newcomerShare = 0.05;
const longestNewcomerPauseMs = 250;

/** Starts at once. What goes wrong is logged and tried again, never thrown. */
export function startDispatcher(input: {
  readonly boss: PgBoss;
  readonly leases: Leases;
  readonly handler: JobHandler;
  readonly logger: Logger;
}): Dispatcher {
  const { boss, leases, handler, logger } = input;
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
  const fetchNext = createFairFetch({ boss, queue, jobs });
  const fill = async (): Promise<void> => {
    while (jobs.free() > 0 && !stopping.signal.aborted) {
      if (!(await startSome({ fetchNext, jobs, leases, hints }))) return;
    }
  };
  const loop = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      pause.begin(Math.min(longestPollMs, pace.nextMs() * 2 ** Math.min(failures, 4)));
      try {
        await fill();
        failures = 0;
      } catch (err) {
        hints.mayHaveMore = true;
        failures += 1;
        if (failures === 1) logger.warn({ err, queue }, 'jobs cannot be fetched');
      }
      await pause.over();
    }
  };
  const looping = loop();
  return {
    wake: () => {
      pace.hurry();
      hints.mayHaveMore = true;
      pause.end();
    },
    stop: async (graceMs) => {
      stopping.abort();
      pause.end();
      await looping;
      await jobs.stop(graceMs);
    },
  };
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
  const { fetched, isAll } = await fetchNext(jobs.free());
  const excess = jobs.start(fetched);
  await leases.giveBack(excess);
  const isDry = isAll && excess.length === 0;
  hints.mayHaveMore ||= !isDry;
  // A customer at the limit when the fetch began may have a free turn by now.
  return !isDry && (fetched.length > 0 || hints.hasEnded);
}

type FairFetch = (free: number) => Promise<{
  readonly fetched: FetchedJob[];
  /** Nothing else could have been fetched. */ readonly isAll: boolean;
}>;

/** Customers who run nothing here go first, so that a backlog delays nobody else by more than one job's time. */
function createFairFetch(input: {
  readonly boss: PgBoss;
  readonly queue: string;
  readonly jobs: RunningJobs;
}): FairFetch {
  const { boss, queue, jobs } = input;
  let newcomersAfter = 0;
  const fetch = (batchSize: number, ignored: readonly string[]): Promise<FetchedJob[]> =>
    boss.fetch<object>(queue, { batchSize, ignoreGroups: [...ignored] });
  return async (free) => {
    const { running, full } = jobs.groups();
    const startedAt = performance.now();
    if (running.length > full.length && startedAt >= newcomersAfter) {
      const fetched = await fetch(1, running);
      if (fetched.length > 0) return { fetched, isAll: false };
      const now = performance.now();
      newcomersAfter = now + Math.min(longestNewcomerPauseMs, (now - startedAt) / newcomerShare);
    }
    const fetched = await fetch(free, full);
    return { fetched, isAll: fetched.length < free && full.length === 0 };
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
