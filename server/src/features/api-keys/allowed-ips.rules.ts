import { BlockList, isIP, isIPv4 } from 'node:net';
import { canonicalIpRange } from '@shotwright/contract';

/**
 * Returns an IP as ranges are written: an IPv4-mapped IPv6 address as IPv4, without a zone. Returns
 * undefined for other text, which a proxy may forward.
 */
export function canonicalIp(ip: string): string | undefined {
  const [address = ''] = ip.split('%', 1);
  return isIP(address) === 0 ? undefined : canonicalIpRange(address);
}

/** Returns true if one of the canonical ranges contains the canonical IP. No ranges allow any. */
export function isAllowedIp(ip: string | undefined, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  if (ip === undefined) return false;
  const family = familyOf(ip);
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', length] = range.split('/');
    // The list would find an IPv4 address in ::/0.
    if (familyOf(address) !== family) continue;
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list.check(ip, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
