import { readCsrfToken } from './csrf-cookie.ts';
import { storageKeys } from '../storage/storage-keys.ts';

/** Maximum age of a prefetched response. Units: ms. */
const freshMs = 10_000;

/** Request that can start while the code of its page is still loading. */
export interface Prefetch<T> {
  /** Starts the request; does nothing without a signed-in user. */
  readonly start: () => void;
  /**
   * Returns the prefetched response, once and only within the session that started it; otherwise,
   * or if it failed, sends a new request.
   */
  readonly read: (signal: AbortSignal) => Promise<T>;
}

const sessionNow = () => readCsrfToken() ?? '';

/** Wraps a request in a {@link Prefetch}. */
export function createPrefetch<T>(send: (signal?: AbortSignal) => Promise<T>): Prefetch<T> {
  let pending: {
    readonly response: Promise<T>;
    readonly at: number;
    readonly session: string;
  } | null = null;
  return {
    start: () => {
      if (localStorage.getItem(storageKeys.authFlag) !== 'true') return;
      pending = { response: send(), at: performance.now(), session: sessionNow() };
      // `read` handles the error; this avoids an unhandled rejection if `read` is never called.
      pending.response.catch(() => undefined);
    },
    read: (signal) => {
      const early = pending;
      pending = null;
      const isNew = early !== null && performance.now() - early.at < freshMs;
      if (!isNew || early.session !== sessionNow()) return send(signal);
      return early.response.catch(() => send(signal));
    },
  };
}
