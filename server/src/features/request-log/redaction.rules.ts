import type { IncomingHttpHeaders } from 'node:http';
import { redactedText as redacted } from '@shotwright/contract';
import type { KeyCall } from '../../http/route.ts';

/** API keys, and the secrets of links and webhooks. */
const ourKeys = /\b(?:sk_[a-z]+_\w+|(?:sws|whsec)_[\w+/=-]+)/g;
const secretName =
  /secret|passw|token|credential|authorization|cookie|signature|(?:api|private|access)[-_]?key|^(?:sig|auth|key|pwd)$/i;
/** Links to stored files have their signature as a path segment: base64url of 256 bits. */
const signedSegment = /\/[\w-]{43}(?=\/|$)/g;

/** Checks if the name of a field, header or parameter says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Returns a text without API keys of this service. */
export function withoutKeys(text: string): string {
  return text.replaceAll(ourKeys, redacted);
}

/**
 * Returns a path or a URL without user name and password, and without the values of the parameters
 * that `isSecret` names. Text that is no URL is returned as it is.
 */
export function redactUrl(url: string, isSecret = isSecretName): string {
  const [beforeQuery = '', ...rest] = url.split('?');
  const base = beforeQuery.replace(/^(https?:\/\/)[^/@]*@/i, `$1${redacted}@`);
  if (rest.length === 0) return withoutKeys(base);
  const query = rest
    .join('?')
    .replaceAll(/([^&=#]+)=([^&#]*)/g, (pair, name: string) =>
      isSecret(decoded(name)) ? `${name}=${redacted}` : pair,
    );
  return withoutKeys(`${base}?${query}`);
}

/** Returns a URL of a response without the signature that makes it work. */
export function redactSignedUrl(url: string): string {
  return redactUrl(url.replaceAll(signedSegment, `/${redacted}`));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const shownRequestHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'if-none-match',
  'prefer',
  'range',
  'transfer-encoding',
  'user-agent',
  'x-request-id',
]);
/** The same in every response. */
const hiddenResponseHeaders =
  /^(?:content-security-policy|cross-origin-|origin-agent-cluster|permissions-policy|referrer-policy|strict-transport|x-(?:content-type|dns|download|frame|permitted|xss))/;

const headerLength = 300;
const headerCount = 40;

/** Returns the headers of a request; only values that cannot be secrets are shown. */
export function redactRequestHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).slice(0, headerCount);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.slice(0, headerLength),
      shownRequestHeaders.has(name) ? headerText(value) : redacted,
    ]),
  );
}

/** Returns the headers of a response that differ between responses. */
export function redactResponseHeaders(headers: KeyCall['responseHeaders']): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !hiddenResponseHeaders.test(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === 'set-cookie' ? redacted : redactSignedUrl(headerText(value)),
    ]),
  );
}

function headerText(value: string | number | readonly string[] | undefined): string {
  const text = [value ?? ''].flat().join(', ');
  return withoutKeys(text.slice(0, headerLength));
}
