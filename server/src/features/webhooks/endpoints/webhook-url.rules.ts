import { AppError } from '../../../shared/app-error.ts';

/** Result of the address policy before name resolution; `because` is a sentence for the caller. */
export type CheckUrl = (
  text: string,
) => { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

const path = 'webhookUrl';

/**
 * Returns the normalised URL of a webhook. Throws `invalid_url` or `unsupported_scheme` (400), or
 * `url_not_allowed` (403) for a private IP in any spelling.
 */
export function readWebhookUrl(text: string, checkUrl: CheckUrl): string {
  if (!URL.canParse(text)) {
    throw invalidError('invalid_url', 'must be a web address such as https://example.com/webhooks');
  }
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidError('unsupported_scheme', 'must begin with http:// or https://');
  }
  const decision = checkUrl(url.href);
  if (!decision.isAllowed) throw urlNotAllowed(decision.reason);
  if (url.username !== '' || url.password !== '') {
    throw invalidError(
      'invalid_url',
      'must not contain a user name or a password; check the signature of what you receive instead',
    );
  }
  url.hash = '';
  return url.href;
}

/** Error for a URL that is not public, or whose port is blocked. */
export function urlNotAllowed(because: string): AppError {
  const message = `${because} Webhooks are sent to public addresses only.`;
  return new AppError({
    code: 'url_not_allowed',
    message: `${path}: ${message}`,
    details: { fields: [{ path, message }] },
  });
}

function invalidError(code: 'invalid_url' | 'unsupported_scheme', message: string): AppError {
  return new AppError({
    code,
    message: `${path}: ${message}`,
    details: { fields: [{ path, message }] },
  });
}
