import { z } from 'zod';
import { apiKeyLimits } from '../paths/api-keys.ts';

/** An address as numbers of equal width, and how many of its leading bits a range shares. */
interface IpRange {
  readonly parts: readonly number[];
  readonly partBits: 8 | 16;
  readonly prefixLength: number;
}

/**
 * Returns the canonical text of an IP address or CIDR range: the first address of the range, IPv6 as
 * RFC 5952 writes it, an IPv4 address that is mapped to IPv6 as IPv4. Returns undefined for other text.
 */
export function canonicalIpRange(text: string): string | undefined {
  const range = parseIpRange(text.trim());
  if (range === undefined) return undefined;
  const { partBits, prefixLength } = range;
  const parts = range.parts.map((part, index) => {
    const hostBits = partBits - Math.min(Math.max(prefixLength - index * partBits, 0), partBits);
    return (part >> hostBits) << hostBits;
  });
  const address = partBits === 8 ? parts.join('.') : compressed(parts);
  return prefixLength === parts.length * partBits ? address : `${address}/${prefixLength}`;
}

function parseIpRange(text: string): IpRange | undefined {
  const [address = '', lengthText, ...others] = text.split('/');
  const whole = parseAddress(address);
  if (whole === undefined || others.length > 0) return undefined;
  if (lengthText === undefined) return unmapped(whole);
  const prefixLength = Number(lengthText);
  const isLength = /^(?:0|[1-9]\d{0,2})$/.test(lengthText) && prefixLength <= whole.prefixLength;
  return isLength ? unmapped({ ...whole, prefixLength }) : undefined;
}

function parseAddress(text: string): IpRange | undefined {
  if (z.regexes.ipv4.test(text))
    return { parts: text.split('.').map(Number), partBits: 8, prefixLength: 32 };
  if (!z.ipv6().safeParse(text).success) return undefined;
  const [head = '', tail = ''] = compressedText(text).split('::');
  const [left, right] = [head, tail].map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array<string>(8 - (left?.length ?? 0) - (right?.length ?? 0)).fill('0');
  const groups = [...(left ?? []), ...zeros, ...(right ?? [])];
  return {
    parts: groups.map((group) => Number.parseInt(group, 16)),
    partBits: 16,
    prefixLength: 128,
  };
}

/** Converts a range of IPv4 addresses that are mapped to IPv6: `::ffff:203.0.113.7`. */
function unmapped(range: IpRange): IpRange {
  const { parts, partBits, prefixLength } = range;
  const isMapped = partBits === 16 && prefixLength >= 96 && /^(?:0,){5}65535,/.test(parts.join());
  if (!isMapped) return range;
  const octets = parts.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  return { parts: octets, partBits: 8, prefixLength: prefixLength - 96 };
}

function compressed(groups: readonly number[]): string {
  return compressedText(groups.map((group) => group.toString(16)).join(':'));
}

/** URLs write IPv6 addresses as RFC 5952 does, without dotted ends. */
function compressedText(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

const shownLength = 60;

const ipRange = z.string({ error: 'must be text' }).transform((text, context) => {
  const canonical = canonicalIpRange(text);
  if (canonical !== undefined) return canonical;
  const shown = JSON.stringify(text.slice(0, shownLength));
  context.addIssue(
    `must be an IP address or a CIDR range, such as 203.0.113.7 or 2001:db8::/32, not ${shown}`,
  );
  return z.NEVER;
});

/** IP addresses and CIDR ranges that may use a key, in canonical form without repeats. Empty: any. */
export const allowedIpsField = z
  .array(ipRange, { error: 'must be a list of IP addresses and CIDR ranges' })
  .max(apiKeyLimits.allowedIps, { error: `must have at most ${apiKeyLimits.allowedIps} entries` })
  .transform((ranges) => [...new Set(ranges)])
  .describe(
    `IP addresses and CIDR ranges, IPv4 or IPv6, from which the key may be used; at most ${apiKeyLimits.allowedIps}. Empty: from any.`,
  );
