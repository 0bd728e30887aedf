import { csrf } from '@shotwright/contract';
import type { CookieToSet } from '../../../http/route.ts';
import { sessionLife } from './sessions.store.ts';

/**
 * The HttpOnly cookie of a session; the readable one is the contract's `csrf.cookie`. The mount
 * adds `__Host-` on https.
 */
export const sessionCookieName = 'shotwright_session';

/** The two secrets of a session; each request must send both (ruling RL-6). */
export interface SessionTokens {
  readonly sessionToken: string;
  readonly companionToken: string;
}

const maxAgeSeconds = sessionLife.absoluteDays * 86_400;
const cookie = (name: string, value: string | null, isHttpOnly: boolean): CookieToSet => ({
  name,
  value,
  isHttpOnly,
  maxAgeSeconds: value === null ? 0 : maxAgeSeconds,
});

/** Returns the cookies that sign a browser in. */
export function cookiesOf(tokens: SessionTokens): CookieToSet[] {
  return [
    cookie(sessionCookieName, tokens.sessionToken, true),
    cookie(csrf.cookie, tokens.companionToken, false),
  ];
}

/** Cookies that sign a browser out. */
export const expiredCookies: readonly CookieToSet[] = [
  cookie(sessionCookieName, null, true),
  cookie(csrf.cookie, null, false),
];
