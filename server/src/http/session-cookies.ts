import { csrf } from '@shotwright/contract';
import type { CookieToSet } from './route.ts';

/** The name features give the session cookie; on https the browser sees it with the `__Host-` prefix. */
export const sessionCookie = 'shotwright_session';

/** The name a cookie has on the wire: `__Host-` binds it to this very host where the service is https. */
export function wireCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/** Writes a `Set-Cookie` value; the session's cookies never leave this host and never ride on cross-site writes. */
export function serializeCookie(cookie: CookieToSet, isSecure: boolean): string {
  const { name, value, isHttpOnly, maxAgeSeconds } = cookie;
  return [
    `${wireCookieName(name, isSecure)}=${encodeURIComponent(value ?? '')}`,
    'Path=/',
    'SameSite=Lax',
    `Max-Age=${value === null ? 0 : maxAgeSeconds}`,
    ...(isHttpOnly ? ['HttpOnly'] : []),
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
}

/** Both halves of a session, expired. */
export const expiredSessionCookies: readonly CookieToSet[] = [
  { name: sessionCookie, value: null, isHttpOnly: true, maxAgeSeconds: 0 },
  { name: csrf.cookie, value: null, isHttpOnly: false, maxAgeSeconds: 0 },
];
