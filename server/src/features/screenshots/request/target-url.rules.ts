import { captureLimits } from '@shotwright/contract';
import { AppError } from '../../../shared/app-error.ts';

/** Result of the address policy before name resolution; `reason` is a sentence for the caller. */
export type UrlDecision =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly reason: string };

/** Checks untrusted text as a URL. */
export type CheckUrl = (text: string) => UrlDecision;

const schemePattern = /^[a-z][a-z0-9+.-]*:/i;
// `example.com:8080` starts like a scheme, but a scheme's colon is never followed by a port.
const hostWithPortPattern = /^[^/?#\s:]+:\d{1,5}([/?#]|$)/;

/**
 * Returns the URL to capture, complete and normalised; `https://` is added if the scheme is
 * missing. Throws `invalid_url` or `unsupported_scheme` (400), or `url_not_allowed` (403).
 */
export function readTargetUrl(text: string, checkUrl: CheckUrl): string {
  if (text.length > captureLimits.urlLength) {
    throw invalidError('invalid_url', `must be at most ${captureLimits.urlLength} characters`);
  }
  const hasScheme = schemePattern.test(text) && !hostWithPortPattern.test(text);
  const full = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
  const scheme = full.slice(0, full.indexOf(':')).toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') {
    throw invalidError('unsupported_scheme', 'must begin with http:// or https://');
  }
  if (!URL.canParse(full)) {
    throw invalidError('invalid_url', 'must be a web address such as https://example.com/page');
  }
  const url = new URL(full);
  if (url.username !== '' || url.password !== '') {
    throw invalidError(
      'invalid_url',
      'must not contain a user name or a password; send an Authorization header with custom_header',
    );
  }
  requireAllowed('url', checkUrl(url.href));
  return url.href;
}

/** Requires that the policy allows a URL. Throws `url_not_allowed` (403) naming the field. */
export function requireAllowed(path: string, decision: UrlDecision): void {
  if (decision.isAllowed) return;
  const message = `${decision.reason} Only public addresses can be reached.`;
  throw new AppError({
    code: 'url_not_allowed',
    message: `${path}: ${message}`,
    details: { fields: [{ path, message }] },
  });
}

function invalidError(code: 'invalid_url' | 'unsupported_scheme', message: string): AppError {
  return new AppError({
    code,
    message: `url: ${message}`,
    details: { fields: [{ path: 'url', message }] },
  });
}
