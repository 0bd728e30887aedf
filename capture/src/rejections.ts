import { AsyncLocalStorage } from 'node:async_hooks';
import type { EngineLogger } from './logger.ts';

/** Receives the errors that no code of the engine expected: unhandled rejections and throwing event handlers. */
export interface RejectionOwner {
  fail(error: unknown): void;
}

const owners = new AsyncLocalStorage<RejectionOwner>();

/** Runs `work`. An unexpected error in it, or in whatever it starts, goes to `owner`; the innermost owner counts. */
export function withRejectionOwner<T>(owner: RejectionOwner, work: () => T): T {
  return owners.run(owner, work);
}

/**
 * Gives an error to the owner it belongs to, which ends that capture; false when it does not stem from the engine.
 * Call it for an unhandled rejection inside the process's `unhandledRejection` event: the owner is read from the
 * asynchronous context of the rejected promise.
 */
export function claimRejection(error: unknown): boolean {
  const owner = owners.getStore();
  owner?.fail(error);
  return owner !== undefined;
}

/** Returns a function that runs `work` on behalf of the owner at this moment, whoever calls it later. */
export function bindRejectionOwner<A extends unknown[], R>(
  work: (...args: A) => R,
): (...args: A) => R {
  return AsyncLocalStorage.bind(work);
}

/** Does not wait for `work`. It is not expected to reject: an error costs the capture it belongs to. */
export function runInBackground(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!claimRejection(error)) throw error;
  });
}

/** Does not wait for orders that may fail: what they are for may be gone before they are carried out. */
export function ignoreErrors(orders: readonly Promise<unknown>[]): void {
  for (const order of orders) order.catch(() => undefined);
}

/** The owner of what belongs to no capture, and the place where all unexpected errors are counted and logged. */
export interface UnexpectedErrors extends RejectionOwner {
  readonly count: number;
}

/** Counts unexpected errors from 0. */
export function countUnexpectedErrors(logger?: EngineLogger): UnexpectedErrors {
  let count = 0;
  return {
    get count() {
      return count;
    },
    fail(error) {
      count += 1;
      logger?.error({ err: error }, 'unexpected error in the capture engine');
    },
  };
}
