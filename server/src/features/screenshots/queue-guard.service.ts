import type { Database } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { countWaiting } from './screenshots.store.ts';

/** How many captures may wait for their turn. */
export interface WaitingLimits {
  /** Of one organisation. */
  readonly perOrganization: number;
  /** Of all organisations together; protects memory and the database. */
  readonly total: number;
  /** Of one organisation while the queue is full: those who use it little are not locked out by those who filled it. */
  readonly perOrganizationWhenFull: number;
}

interface QueueGuardDependencies {
  readonly db: Database;
  readonly waitingLimits: WaitingLimits;
}

const countedEveryMs = 1_000;

/**
 * How many captures one organisation may have waiting now. The count behind it is up to a second old: the total protects
 * memory, not money. Beyond twice the total it is 0.
 */
export function createQueueGuard({
  db,
  waitingLimits,
}: QueueGuardDependencies): () => Promise<number> {
  const { perOrganization, total, perOrganizationWhenFull } = waitingLimits;
  let count = Promise.resolve(0);
  let countedAtMs = -countedEveryMs;
  return async () => {
    const nowMs = performance.now();
    if (nowMs - countedAtMs >= countedEveryMs) {
      countedAtMs = nowMs;
      count = countWaiting(db, 2 * total);
      // A count that fails now is taken again by the next caller.
      count.catch(() => (countedAtMs = -countedEveryMs));
    }
    const waiting = await count;
    if (waiting < total) return perOrganization;
    return waiting < 2 * total ? Math.min(perOrganization, perOrganizationWhenFull) : 0;
  };
}

/** Refuses a capture of an organisation of which `waiting` captures wait: its own limit first, then that of the queue. */
export function refuseWaiting(waiting: number, { perOrganization }: WaitingLimits): AppError {
  if (waiting >= perOrganization) {
    return new AppError({
      kind: 'too_many_requests',
      code: 'concurrency_limit_reached',
      message: `At most ${perOrganization} captures of one account may wait at a time. Try again when some are done.`,
      retryAfterSeconds: 10,
    });
  }
  return new AppError({
    kind: 'unavailable',
    code: 'queue_full',
    message: 'The queue is full just now. Nothing was charged; please try again shortly.',
    retryAfterSeconds: 30,
  });
}
