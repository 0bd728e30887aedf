import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { csrf, type Endpoint } from '@shotwright/contract';
import { AppError } from '../../shared/app-error.ts';
import type { Caller, KeyCaller, SessionCaller } from '../route.ts';
import { crossOriginMessage, isCrossOrigin, losesCookies } from './same-origin.ts';

/** Authenticates callers; provided by the accounts and api-keys features. */
export interface Authenticators {
  /** Throws the reason why the key is rejected. */
  authenticateKey(key: string, origin: RequestOrigin): Promise<KeyCaller>;
  /**
   * Returns the user of a session. Returns undefined unless both tokens belong to the same active
   * session.
   */
  authenticateSession(tokens: {
    sessionToken: string;
    companionToken: string;
  }): Promise<SessionCaller | undefined>;
  /** Ends the session of a token, if one exists. */
  endSessionByToken(token: string): Promise<void>;
  /** Returns true if a user belongs to the support team. */
  isStaff(userId: string): Promise<boolean>;
}

/** Origin of a request as reported by its connection and headers. */
export interface RequestOrigin {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/** Parts of a request that identify its caller. */
export interface Credentials {
  readonly method: string;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly sessionToken: string | undefined;
  readonly companion: string | undefined;
  /** Expires both cookies with the response, including an error response. */
  expireSession(): void;
}

/**
 * Identifies the caller, or throws the reason why the endpoint denies access. Returns null for an
 * anonymous caller and, if the endpoint is for `staff`, for anyone outside the support team, so
 * that the endpoint appears not to exist.
 */
export type ResolveCaller = (
  endpoint: Pick<Endpoint, 'auth'>,
  from: Credentials,
) => Promise<Caller | null>;

const errors = {
  noSession: () =>
    new AppError({
      code: 'session_expired',
      message: 'The session is missing or has ended. Sign in again.',
    }),
  noKey: ({ authorization }: IncomingHttpHeaders) =>
    new AppError({
      code: 'api_key_missing',
      message:
        authorization === undefined
          ? 'Send your API key in the x-api-key header. Create a key on the API Keys page.'
          : 'Send your API key as "x-api-key: <key>" instead of in the Authorization header, which this API does not read.',
    }),
  crossOrigin: (message: string) => new AppError({ code: 'csrf_failed', message }),
  noCsrfToken: () =>
    new AppError({
      code: 'csrf_failed',
      message: `Send the value of the ${csrf.cookie} cookie in the ${csrf.header} header.`,
    }),
  keyInBrowser: () => new AppError({ code: 'key_in_browser', message: keyInBrowserMessage }),
};

/** Error message for calls with an API key from pages of other sites (PA-13). */
export const keyInBrowserMessage =
  'Do not use API keys in a browser: everyone who opens the page can read the key and spend your credits. ' +
  'Call the API from your server; cross-origin requests are not allowed.';

/**
 * Creates the function that identifies the caller of every request. `publicOrigin` is the origin of
 * PUBLIC_URL.
 */
export function createResolveCaller(
  authenticators: Authenticators,
  publicOrigin: string,
): ResolveCaller {
  const byKey = (key: string, from: Credentials): Promise<KeyCaller> => {
    if (isCrossOrigin(from.headers, publicOrigin)) throw errors.keyInBrowser();
    const userAgent = headerText(from.headers, 'user-agent');
    return authenticators.authenticateKey(key, { ip: from.ip, userAgent });
  };
  const bySession = async (from: Credentials): Promise<SessionCaller> => {
    const { sessionToken, companion: companionToken } = from;
    if (sessionToken === undefined || companionToken === undefined) throw errors.noSession();
    const caller = await authenticators.authenticateSession({ sessionToken, companionToken });
    if (!caller) {
      from.expireSession();
      throw errors.noSession();
    }
    if (isWrite(from.method)) requireCsrfToken(from, companionToken);
    return caller;
  };
  /**
   * Leaves no trace in the response, so that other users cannot distinguish staff endpoints from
   * unknown ones.
   */
  const byStaff = async (from: Credentials): Promise<SessionCaller | null> => {
    const { sessionToken, companion: companionToken } = from;
    if (sessionToken === undefined) return null;
    if (companionToken === undefined) {
      await authenticators.endSessionByToken(sessionToken);
      return null;
    }
    const caller = await authenticators.authenticateSession({ sessionToken, companionToken });
    if (!caller || !(await authenticators.isStaff(caller.userId))) return null;
    if (isWrite(from.method)) requireCsrfToken(from, companionToken);
    return caller;
  };
  const requireSameOrigin = (headers: IncomingHttpHeaders): void => {
    if (losesCookies(headers, publicOrigin))
      throw errors.crossOrigin(
        `Browsers store the session cookie of this service only over https. Open ${publicOrigin}, or set PUBLIC_URL to an http URL.`,
      );
    if (isCrossOrigin(headers, publicOrigin))
      throw errors.crossOrigin(crossOriginMessage(headers, publicOrigin));
  };
  const requireCsrfToken = (from: Credentials, companion: string): void => {
    requireSameOrigin(from.headers);
    if (!isSameText(headerText(from.headers, csrf.header), companion)) throw errors.noCsrfToken();
  };
  return async (endpoint, from) => {
    if (endpoint.auth === 'staff') return byStaff(from);
    await expirePartialSession(authenticators, from);
    const key = headerText(from.headers, 'x-api-key')?.trim();
    if (endpoint.auth === 'public') {
      if (isWrite(from.method)) requireSameOrigin(from.headers);
      return null;
    }
    if (endpoint.auth === 'session') return bySession(from);
    if (key) return byKey(key, from);
    if (endpoint.auth === 'key_or_link') return null;
    const hasSession = from.sessionToken !== undefined || from.companion !== undefined;
    if (endpoint.auth === 'key' || !hasSession) throw errors.noKey(from.headers);
    return bySession(from);
  };
}

/**
 * Ends a session of which only one token is left: signing out in the browser clears only the
 * readable cookie, and the next request ends the session itself. Source: RL-6.
 */
async function expirePartialSession(
  authenticators: Authenticators,
  from: Credentials,
): Promise<void> {
  if (from.sessionToken === undefined || from.companion !== undefined) return;
  from.expireSession();
  await authenticators.endSessionByToken(from.sessionToken);
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

function isSameText(given: string | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '');
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
