import { createHmac, timingSafeEqual } from 'node:crypto';

/** Parameters of a link, as text; repeated names are allowed. */
export type LinkPairs = readonly (readonly [name: string, value: string])[];

/** Path of links without a file name. Links below the short root are signed as if below this one. */
export const linkPath = '/api/v1/take';

const signatureName = 'signature';

/**
 * Returns the text that version 1 of the signature covers: the path, and all parameters except the
 * signature, sorted by name and value, percent-encoded as in RFC 3986.
 */
export function canonicalLink(path: string, pairs: LinkPairs): string {
  return `${path}?${canonicalQuery(pairs)}`;
}

/** Returns the sorted and encoded parameters of a link without its signature. */
export function canonicalQuery(pairs: LinkPairs): string {
  return pairs
    .filter(([name]) => name !== signatureName)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort((one, other) => compare(one[0], other[0]) || compare(one[1], other[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

// By bytes, as other languages sort: encoded text is ASCII.
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

// RFC 3986 reserves these characters too, which encodeURIComponent leaves.
function encode(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns the signature of a canonical link: HMAC-SHA256, base64url without padding. */
export function signLink(secret: string, canonical: string): string {
  return createHmac('sha256', secret).update(canonical).digest('base64url');
}

/** True if one of the secrets signed the canonical link. Compares in constant time. */
export function isSignedBy(
  secrets: readonly string[],
  { canonical, signature }: { readonly canonical: string; readonly signature: string },
): boolean {
  const given = Buffer.from(signature);
  const matches = secrets.map((secret) => {
    const expected = Buffer.from(signLink(secret, canonical));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return matches.includes(true);
}

/** Returns the text of a link that leaves the url open: its signed parameters and their signature. */
export function linkTokenOf(secret: string, pairs: LinkPairs): string {
  const query = canonicalQuery(pairs);
  const signature = signLink(secret, `${linkPath}?${query}`);
  return `${Buffer.from(query).toString('base64url')}.${signature}`;
}

/** Returns the parameters and the signature in a token; undefined if the text is none. */
export function readLinkToken(
  token: string,
): { readonly pairs: LinkPairs; readonly signature: string } | undefined {
  const [, text = '', signature = ''] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const query = Buffer.from(text, 'base64url').toString();
  const pairs = [...new URLSearchParams(query)];
  // Another spelling of the same parameters is not what was signed.
  return query !== '' && canonicalQuery(pairs) === query ? { pairs, signature } : undefined;
}

/** Returns the query parameters of a request as pairs. */
export function pairsOf(rawQuery: Readonly<Record<string, unknown>>): LinkPairs {
  return Object.entries(rawQuery).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as const),
  );
}
