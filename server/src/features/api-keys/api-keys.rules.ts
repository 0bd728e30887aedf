import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefixes = { live: 'sk_live_', test: 'sk_test_' } as const;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 43;
const checksumLength = 6;
const pattern = new RegExp(
  `^(${Object.values(prefixes).join('|')})[0-9A-Za-z]{${bodyLength + checksumLength}}$`,
);

/** Encodes in base 62, padded on the left with zeros. */
function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = (alphabet[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}

const checksumOf = (text: string): string => base62(BigInt(crc32(text)), checksumLength);

/**
 * Creates an API key: a readable prefix, 256 random bits, and a checksum. The checksum lets secret
 * scanners and this server detect a mistyped key without a database query.
 */
export function newApiKey(
  { isTest = false }: { readonly isTest?: boolean } = {},
  random: (size: number) => Buffer = randomBytes,
): string {
  const prefix = isTest ? prefixes.test : prefixes.live;
  const body = base62(BigInt(`0x${random(32).toString('hex')}`), bodyLength);
  return `${prefix}${body}${checksumOf(prefix + body)}`;
}

/** True if the text has the format of a key and a valid checksum. */
export function isApiKeyShaped(text: string): boolean {
  if (!pattern.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return checksumOf(body) === text.slice(-checksumLength);
}
