import { readCsrfToken } from './csrf-cookie.ts';
import { storageKeys } from '../storage/storage-keys.ts';

/** Maximum age of a prefetched response. Units: ms. */
const freshMs = 10_000;

/** Request that can start while the code of its page is still loading. */
export interface Prefetch<T> {
  /** Starts the request; does nothing without a signed-in user, or if one was started just before. */
  readonly start: () => void;
  /**
   * Returns the prefetched response, once and only within the session that started it; otherwise,
   * or if it failed, sends a new request.
   */
  readonly read: (signal: AbortSignal) => Promise<T>;
}

/** A request that was started. */
interface Started<T> {
  readonly response: Promise<T>;
  readonly at: number;
  readonly session: string;
}

function isUsable<T>(started: Started<T> | null): started is Started<T> {
  if (started === null || started.session !== sessionNow()) return false;
  return performance.now() - started.at < freshMs;
}

const sessionNow = () => readCsrfToken() ?? '';

/** Wraps a request in a {@link Prefetch}. */
export function createPrefetch<T>(send: (signal?: AbortSignal) => Promise<T>): Prefetch<T> {
  let pending: Started<T> | null = null;
  return {
    start: () => {
      if (localStorage.getItem(storageKeys.authFlag) !== 'true' || isUsable(pending)) return;
      pending = { response: send(), at: performance.now(), session: sessionNow() };
      // `read` handles the error; this avoids an unhandled rejection if `read` is never called.
      pending.response.catch(() => undefined);
    },
    read: (signal) => {
      const early = pending;
      pending = null;
      if (!isUsable(early)) return send(signal);
      return early.response.catch(() => send(signal));
    },
  };
}
