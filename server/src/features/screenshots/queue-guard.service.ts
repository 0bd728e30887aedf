import type { Database } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { countWaiting } from './screenshots.store.ts';

/** How many captures may wait for their turn. */
export interface WaitingLimits {
  readonly perOrganization: number;
  readonly total: number;
}

interface QueueGuardDependencies {
  readonly db: Database;
  readonly waitingLimits: WaitingLimits;
}

const countedEveryMs = 1_000;

/** Refuses when the whole queue is full. The count is up to a second old: the limit protects memory, not money. */
export function createQueueGuard({
  db,
  waitingLimits,
}: QueueGuardDependencies): () => Promise<void> {
  let count = Promise.resolve(0);
  let countedAtMs = -countedEveryMs;
  return async () => {
    const nowMs = performance.now();
    if (nowMs - countedAtMs >= countedEveryMs) {
      countedAtMs = nowMs;
      count = countWaiting(db, waitingLimits.total);
      // A count that fails now is taken again by the next caller.
      count.catch(() => (countedAtMs = -countedEveryMs));
    }
    if ((await count) < waitingLimits.total) return;
    throw new AppError({
      kind: 'unavailable',
      code: 'queue_full',
      message: 'The queue is full just now. Nothing was charged; please try again shortly.',
      retryAfterSeconds: 30,
    });
  };
}
