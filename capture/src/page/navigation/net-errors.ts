import type { FailureReason } from '../../failures.ts';
import { CaptureError } from '../../lib/capture-error.ts';

interface Meaning {
  readonly reason: FailureReason;
  /** Continues the sentence after the host's name. */
  readonly says: string;
  readonly isRetryable?: boolean;
}

/** Chromium's error names by prefix; the first match applies. */
const meanings: ReadonlyArray<readonly [RegExp, Meaning]> = [
  [
    /^NAME_/,
    { reason: 'dns_error', says: 'could not be found because its host name does not exist' },
  ],
  [
    /^(CONNECTION_REFUSED|ADDRESS_UNREACHABLE)/,
    { reason: 'connection_refused', says: 'refused the connection' },
  ],
  [
    /^(CONNECTION_TIMED_OUT|TIMED_OUT)/,
    { reason: 'connection_timeout', says: 'did not respond in time', isRetryable: true },
  ],
  [
    /^(SSL_|CERT_|BAD_SSL)/,
    { reason: 'tls_error', says: 'has no valid certificate or supports no secure encryption' },
  ],
  [/^TOO_MANY_REDIRECTS/, { reason: 'redirect_loop', says: 'redirects in a loop' }],
  [
    /^UNSAFE_REDIRECT/,
    { reason: 'url_not_allowed', says: 'redirects to a URL that may not be captured' },
  ],
  [
    /^(UNSAFE_|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|BLOCKED_BY|ACCESS_DENIED|INVALID_URL)/,
    { reason: 'url_not_allowed', says: 'may not be captured' },
  ],
  [
    /^(PROXY_|MANDATORY_PROXY|TUNNEL_)/,
    {
      reason: 'proxy_connection_failed',
      says: 'could not be reached through the proxy',
      isRetryable: true,
    },
  ],
];

const fallback: Meaning = {
  reason: 'connection_reset',
  says: 'closed the connection before the page was loaded',
  isRetryable: true,
};

/** Converts Chromium's network error name to a user-facing error. `url` is the requested URL. */
export function inferNetError(errorText: string, url: string): CaptureError {
  const name = errorText.replace(/^net::ERR_/, '');
  const meaning = meanings.find(([pattern]) => pattern.test(name))?.[1] ?? fallback;
  const detail = `The server "${hostOf(url)}" ${meaning.says}.`;
  return new CaptureError(meaning.reason, detail, {
    isRetryable: meaning.isRetryable ?? false,
    isNetworkError: true,
  });
}

/** Returns the host and port of a URL, or the text itself if it has none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || url.slice(0, 100) : url.slice(0, 100);
}
