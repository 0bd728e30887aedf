import { readCsrfToken } from './csrf-cookie.ts';
import { storageKeys } from './storage-keys.ts';

/** Maximum age of a prefetched response. Units: ms. */
const freshMs = 10_000;

/** Request that can start while the code of its page is still loading. */
export interface HeadStart<T> {
  /** Starts the request; does nothing without a signed-in user. */
  readonly begin: () => void;
  /**
   * Returns the prefetched response, once and only within the session that started it; otherwise,
   * or if it failed, sends a new request.
   */
  readonly read: (signal: AbortSignal) => Promise<T>;
}

const sessionNow = () => readCsrfToken() ?? '';

/** Wraps a request in a {@link HeadStart}. */
export function withHeadStart<T>(ask: (signal?: AbortSignal) => Promise<T>): HeadStart<T> {
  let begun: { readonly answer: Promise<T>; readonly at: number; readonly session: string } | null =
    null;
  return {
    begin: () => {
      if (localStorage.getItem(storageKeys.authFlag) !== 'true') return;
      begun = { answer: ask(), at: performance.now(), session: sessionNow() };
      // `read` handles the error; this avoids an unhandled rejection if `read` is never called.
      begun.answer.catch(() => undefined);
    },
    read: (signal) => {
      const early = begun;
      begun = null;
      const isNew = early !== null && performance.now() - early.at < freshMs;
      if (!isNew || early.session !== sessionNow()) return ask(signal);
      return early.answer.catch(() => ask(signal));
    },
  };
}
