import { csrf } from '@shotwright/contract';
import type { CookieToSet } from '../route.ts';

/**
 * Internal name of the session cookie; over https, its name on the wire has the `__Host-` prefix.
 */
export const sessionCookie = 'shotwright_session';

/**
 * Returns the name of a cookie on the wire. Over https, `__Host-` binds it to exactly this host.
 */
export function wireCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/**
 * Serializes a `Set-Cookie` value. Session cookies are never sent to another host or with
 * cross-site writes.
 */
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

/** Expired versions of both session cookies. */
export const expiredSessionCookies: readonly CookieToSet[] = [
  { name: sessionCookie, value: null, isHttpOnly: true, maxAgeSeconds: 0 },
  { name: csrf.cookie, value: null, isHttpOnly: false, maxAgeSeconds: 0 },
];
