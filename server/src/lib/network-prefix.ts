import { isIPv4 } from 'node:net';

/**
 * Returns the network that one subscriber holds: IPv4 /24, IPv6 /56. Text that is not an IP is
 * returned unchanged.
 */
export function networkPrefix(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  const groups = [...left, ...middle, ...right].map((group) => group.padStart(4, '0'));
  return `${groups.slice(0, 3).join(':')}:${(groups[3] ?? '0000').slice(0, 2)}00::/56`;
}
