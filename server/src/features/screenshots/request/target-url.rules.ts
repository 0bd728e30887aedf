import { captureLimits } from '@shotwright/contract';
import { invalidField } from '../../../shared/app-error.ts';
import { readPublicUrl, requireWebScheme, type CheckUrl } from '../../../shared/public-url.ts';

const schemePattern = /^[a-z][a-z0-9+.-]*:/i;
// `example.com:8080` starts like a scheme, but a scheme's colon is never followed by a port.
const hostWithPortPattern = /^[^/?#\s:]+:\d{1,5}([/?#]|$)/;

/** Sentence that follows the reason why a URL of a capture is not allowed. */
export const policyAdvice = 'Only public web pages can be captured.';

/**
 * Returns the URL to capture, complete and normalised; `https://` is added if the scheme is
 * missing. Throws `invalid_url` or `unsupported_scheme` (400), or `url_not_allowed` (403).
 */
export function readTargetUrl(text: string, checkUrl: CheckUrl): string {
  if (text.length > captureLimits.urlLength) {
    throw invalidField(
      'url',
      `must be at most ${captureLimits.urlLength} characters`,
      'invalid_url',
    );
  }
  const hasScheme = schemePattern.test(text) && !hostWithPortPattern.test(text);
  const full = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
  // Before the URL is parsed, because other schemes have other forms.
  requireWebScheme('url', full.slice(0, full.indexOf(':') + 1).toLowerCase());
  return readPublicUrl(full, {
    path: 'url',
    example: 'https://example.com/page',
    credentialsAdvice: 'send an Authorization header with custom_header',
    policyAdvice,
    checkUrl,
  }).href;
}

/**
 * Checks the URL that relative URLs of pasted HTML refer to. Throws `invalid_url` or
 * `unsupported_scheme` (400), or `url_not_allowed` (403).
 */
export function requireBaseUrl(text: string, checkUrl: CheckUrl): void {
  const path = 'base_url';
  requireWebScheme(path, text.slice(0, text.indexOf(':') + 1).toLowerCase());
  readPublicUrl(text, {
    path,
    example: 'https://example.com/blog/',
    credentialsAdvice: 'leave them out',
    policyAdvice,
    checkUrl,
  });
}
