import type { Database } from '../../../db/transaction.ts';
import { AppError } from '../../../shared/app-error.ts';
import { countWaiting } from '../screenshots.store.ts';

/** Limits on the number of queued captures. */
export interface WaitingLimits {
  /** For one organisation. */
  readonly perOrganization: number;
  /** For all organisations together; protects memory and the database. */
  readonly total: number;
  /**
   * For one organisation while the queue is full, so that light users are not locked out by those
   * who filled it.
   */
  readonly perOrganizationWhenFull: number;
}

interface QueueLimitDependencies {
  readonly db: Database;
  readonly waitingLimits: WaitingLimits;
}

const countedEveryMs = 1_000;

/**
 * Creates a function that returns the number of captures one organisation may have queued now. The
 * underlying count is up to a second old, which is enough because the total protects memory, not
 * money. Beyond twice the total it returns 0.
 */
export function createQueueLimit({
  db,
  waitingLimits,
}: QueueLimitDependencies): () => Promise<number> {
  const { perOrganization, total, perOrganizationWhenFull } = waitingLimits;
  let count = Promise.resolve(0);
  let countedAtMs = -countedEveryMs;
  return async () => {
    const nowMs = performance.now();
    if (nowMs - countedAtMs >= countedEveryMs) {
      countedAtMs = nowMs;
      count = countWaiting(db, 2 * total);
      // The next caller repeats a failed count.
      count.catch(() => (countedAtMs = -countedEveryMs));
    }
    const waiting = await count;
    if (waiting < total) return perOrganization;
    return waiting < 2 * total ? Math.min(perOrganization, perOrganizationWhenFull) : 0;
  };
}

/**
 * Error for a capture of an organisation with `waiting` queued captures: its own limit first, then
 * that of the queue.
 */
export function queueLimitError(waiting: number, { perOrganization }: WaitingLimits): AppError {
  if (waiting >= perOrganization) {
    return new AppError({
      code: 'concurrency_limit_reached',
      message: `At most ${perOrganization} captures of one account can be queued at a time. Try again when some of them have finished.`,
      retryAfterSeconds: 10,
    });
  }
  return new AppError({
    code: 'queue_full',
    message: 'The queue is full. Nothing was charged. Please try again shortly.',
    retryAfterSeconds: 30,
  });
}
