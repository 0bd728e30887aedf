import type { ResponseType } from '@shotwright/contract';

interface Range {
  readonly name: string;
  readonly quality: number;
}

/**
 * Returns the type of response that a client asked for: by `response_type`, otherwise by its
 * `Accept` header. An image must be named there and be preferred to JSON; `*` alone means JSON.
 * Source: RFC 9110 §12.5.1.
 */
export function responseTypeOf<T extends ResponseType>(
  requested: T | undefined,
  accept: string | undefined,
): T | 'image' | 'json' {
  if (requested !== undefined) return requested;
  const ranges = (accept ?? '').split(',').map(readRange);
  const best = (isIt: (name: string) => boolean): number =>
    Math.max(0, ...ranges.filter(({ name }) => isIt(name)).map(({ quality }) => quality));
  const image = best((name) => name.startsWith('image/'));
  const json = best((name) => name === 'application/json' || name === 'application/*');
  return image > json ? 'image' : 'json';
}

function readRange(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { name, quality: Number.isFinite(quality) ? quality : 0 };
}

/** True if the response contains or names the image, so that it waits for the end by default. */
export function needsImage(type: ResponseType): boolean {
  return type === 'image' || type === 'base64' || type === 'redirect';
}
