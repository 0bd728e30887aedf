import type { CaptureSpec } from '../../capture-spec.ts';
import { inlineHtmlUrl } from '../network/request-handling.ts';

const mask = '***';
/** Shorter secrets would mask parts of other words. */
const minLength = 3;

/** Returns the origins that the caller names: those of the page and of the steps that go elsewhere. */
export function ownOrigins({ source, steps = [] }: CaptureSpec): string[] {
  const urls = [
    source.kind === 'url' ? source.url : inlineHtmlUrl,
    ...steps.flatMap(({ url }) => (url === undefined ? [] : [url])),
  ];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** Returns a value with the secrets of the steps masked in all its texts, also as parts of URLs. */
export function withoutSecrets<T>(value: T, { steps = [] }: Pick<CaptureSpec, 'steps'>): T {
  const secrets = steps
    .filter(({ isSecret, text = '' }) => isSecret === true && text.length >= minLength)
    .flatMap(({ text = '' }) => spellings(text))
    .toSorted((one, other) => other.length - one.length);
  if (secrets.length === 0) return value;
  const masked = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  const copy: T = JSON.parse(
    JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? masked(one) : one)),
  );
  return copy;
}

function spellings(text: string): string[] {
  const inForm = new URLSearchParams({ text }).toString().slice('text='.length);
  return [text, encodeURIComponent(text), encodeURI(text), inForm];
}
