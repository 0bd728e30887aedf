import { readCsrfToken } from './csrf-cookie.ts';
import { storageKeys } from './storage-keys.ts';

/** How long an answer asked for in advance counts as new. Units: ms. */
const freshMs = 10_000;

/** A reading that can be begun while the code of its page is still on its way. */
export interface HeadStart<T> {
  /** Asks at once; nothing where nobody is signed in. */
  readonly begin: () => void;
  /** What was begun, once and for the session that began it; otherwise, and where that failed, asks now. */
  readonly read: (signal: AbortSignal) => Promise<T>;
}

const sessionNow = () => readCsrfToken() ?? '';

/** Gives a reading a {@link HeadStart}. */
export function withHeadStart<T>(ask: (signal?: AbortSignal) => Promise<T>): HeadStart<T> {
  let begun: { readonly answer: Promise<T>; readonly at: number; readonly session: string } | null =
    null;
  return {
    begin: () => {
      if (localStorage.getItem(storageKeys.authFlag) !== 'true') return;
      begun = { answer: ask(), at: performance.now(), session: sessionNow() };
      // Whoever reads learns why; nobody may come to read.
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
