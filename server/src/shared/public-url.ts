import { fieldError, invalidField, type AppError } from './app-error.ts';

/** Result of the address policy before name resolution; `reason` is a sentence for the caller. */
export type UrlDecision =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly reason: string };

/** Checks untrusted text as a URL. */
export type CheckUrl = (text: string) => UrlDecision;

/** URL in a request, and the sentences about it. */
interface PublicUrlField {
  /** Name of the field in the request. */
  readonly path: string;
  readonly example: string;
  /** Advice for a URL with a user name or a password. */
  readonly credentialsAdvice: string;
  /** Sentence that follows the reason why a URL is not allowed. */
  readonly policyAdvice: string;
  readonly checkUrl: CheckUrl;
}

/**
 * Returns the URL in a field, parsed. Throws `invalid_url` or `unsupported_scheme` (400), or
 * `url_not_allowed` (403) for a private host in any spelling.
 */
export function readPublicUrl(text: string, field: PublicUrlField): URL {
  const { path, example, credentialsAdvice, checkUrl } = field;
  if (!URL.canParse(text)) {
    throw invalidField(path, `must be a URL such as ${example}`, 'invalid_url');
  }
  const url = new URL(text);
  requireWebScheme(path, url.protocol);
  const decision = checkUrl(url.href);
  if (!decision.isAllowed) throw urlNotAllowed(decision.reason, field);
  if (url.username !== '' || url.password !== '') {
    const message = `must not contain a user name or a password; ${credentialsAdvice}`;
    throw invalidField(path, message, 'invalid_url');
  }
  return url;
}

/** Requires `http:` or `https:`. Throws `unsupported_scheme` (400). */
export function requireWebScheme(path: string, protocol: string): void {
  if (protocol === 'http:' || protocol === 'https:') return;
  throw invalidField(path, 'must begin with http:// or https://', 'unsupported_scheme');
}

/** Error for a URL whose host or port is not allowed; `reason` is a sentence. */
export function urlNotAllowed(
  reason: string,
  { path, policyAdvice }: Pick<PublicUrlField, 'path' | 'policyAdvice'>,
): AppError {
  return fieldError('url_not_allowed', { path, message: `${reason} ${policyAdvice}` });
}

/**
 * Reads a URL to which data of a customer is sent. Throws as {@link readPublicUrl}, and
 * `unsupported_scheme` (400) for `http:` unless the operator has allowed the address.
 */
export type ReadSecureUrl = (
  text: string,
  field: { readonly path: string; readonly example: string },
) => URL;

/** Policies for URLs to which data of a customer is sent. */
export interface SecureUrlPolicies {
  readonly checkUrl: CheckUrl;
  /** The policy without the exceptions of the operator. */
  readonly checkPublicUrl: CheckUrl;
}

/** Creates a {@link ReadSecureUrl}. */
export function secureUrlReader({ checkUrl, checkPublicUrl }: SecureUrlPolicies): ReadSecureUrl {
  return (text, field) => {
    const url = readPublicUrl(text, {
      ...field,
      checkUrl,
      credentialsAdvice: 'send them in fields of their own',
      policyAdvice: 'Files can be delivered only to public addresses.',
    });
    requireSecure(field.path, { url, checkPublicUrl });
    return url;
  };
}

/** Requires `https:` of a public address. Throws `unsupported_scheme` (400). */
export function requireSecure(
  path: string,
  { url, checkPublicUrl }: { readonly url: URL; readonly checkPublicUrl: CheckUrl },
): void {
  if (url.protocol === 'https:' || !checkPublicUrl(url.href).isAllowed) return;
  const message = `must begin with https://, and not ${url.protocol}//${url.host}`;
  throw invalidField(path, message, 'unsupported_scheme');
}
