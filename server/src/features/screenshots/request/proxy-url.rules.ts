import { secretMask } from '@shotwright/contract';
import { invalidField } from '../../../shared/app-error.ts';
import { urlNotAllowed, type CheckUrl } from '../../../shared/public-url.ts';
import { policyAdvice } from './target-url.rules.ts';

const form = /^http:\/\/(?:[^\s/?#@]*@)?(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+):(\d{1,5})\/?$/i;

/**
 * Returns a customer's proxy URL unchanged. Throws `invalid_proxy_url` (400), or `url_not_allowed`
 * (403) for a private one.
 */
export function readProxyUrl(text: string, checkUrl: CheckUrl): string {
  const [, host, port] = form.exec(text) ?? [];
  if (host === undefined || port === undefined || !URL.canParse(text)) {
    throw invalidField(
      'proxy_url',
      'must be of the form http://user:pass@host:port',
      'invalid_proxy_url',
    );
  }
  const { username, password } = new URL(text);
  if (username === secretMask || password === secretMask) {
    throw invalidField(
      'proxy_url',
      'contains a masked user name or password; send the real ones',
      'invalid_proxy_url',
    );
  }
  const decision = checkUrl(`http://${host}:${port}/`);
  if (!decision.isAllowed)
    throw urlNotAllowed(decision.reason, { path: 'proxy_url', policyAdvice });
  return text;
}

/**
 * Masks a proxy's URL for display: its password, or a user name without a password, because that
 * may be a token.
 */
export function maskProxyUrl(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = secretMask;
  else if (url.username !== '') url.username = secretMask;
  return url.href.replace(/\/$/, '');
}
