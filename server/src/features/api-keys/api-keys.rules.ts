import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'sk_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 43;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${bodyLength + checksumLength}}$`);

/** Base 62, padded on the left with zeros. */
function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = (alphabet[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}

const checksumOf = (text: string): string => base62(BigInt(crc32(text)), checksumLength);

/**
 * A new API key: a readable prefix, 256 random bits, and a checksum by which secret scanners and this server tell a
 * key from a typing error without asking the database.
 */
export function newApiKey(random: (size: number) => Buffer = randomBytes): string {
  const body = base62(BigInt(`0x${random(32).toString('hex')}`), bodyLength);
  return `${prefix}${body}${checksumOf(prefix + body)}`;
}

/** Whether the text can be a key at all. */
export function isApiKeyShaped(text: string): boolean {
  if (!pattern.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return checksumOf(body) === text.slice(-checksumLength);
}
