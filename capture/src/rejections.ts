import { AsyncLocalStorage } from 'node:async_hooks';
import type { EngineLogger } from './logger.ts';

/**
 * Receives errors that no code of the engine expected: unhandled rejections and throwing event
 * handlers.
 */
export interface RejectionOwner {
  fail(error: unknown): void;
}

const owners = new AsyncLocalStorage<RejectionOwner>();

/**
 * Runs `work`. Unexpected errors in it, or in anything it starts, are reported to the innermost
 * `owner`.
 */
export function withRejectionOwner<T>(owner: RejectionOwner, work: () => T): T {
  return owners.run(owner, work);
}

/**
 * Reports an error to its owner, which fails that capture. Returns false if the error does not stem
 * from the engine. Call it for an unhandled rejection inside the process's `unhandledRejection`
 * event: the owner is read from the asynchronous context of the rejected promise.
 */
export function claimRejection(error: unknown): boolean {
  const owner = owners.getStore();
  owner?.fail(error);
  return owner !== undefined;
}

/**
 * Returns a function that runs `work` with the current owner, whatever the context of its caller.
 */
export function bindRejectionOwner<A extends unknown[], R>(
  work: (...args: A) => R,
): (...args: A) => R {
  return AsyncLocalStorage.bind(work);
}

/**
 * Runs `work` without waiting for it. It is not expected to reject; an error fails the capture it
 * belongs to.
 */
export function runInBackground(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!claimRejection(error)) throw error;
  });
}

/** Ignores rejections: the target may close before these commands run. */
export function ignoreErrors(orders: readonly Promise<unknown>[]): void {
  for (const order of orders) order.catch(() => undefined);
}

/** Owner of errors that belong to no capture. Counts and logs all unexpected errors. */
export interface UnexpectedErrors extends RejectionOwner {
  readonly count: number;
}

/** Creates a counter of unexpected errors, starting at 0. */
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
