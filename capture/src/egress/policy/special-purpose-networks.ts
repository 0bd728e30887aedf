import type { IpNetwork } from './ip-address.ts';
import { parseIpNetwork } from './ip-address.ts';

/** A network that must not be reached, with the reason. */
export interface SpecialPurposeNetwork extends IpNetwork {
  readonly reason: string;
}

/**
 * All IANA special-purpose ranges, including those marked globally reachable (no web pages are
 * served there), and IPs of cloud services. Sources: the IANA IPv4 and IPv6 Special-Purpose Address
 * Registries, and the RFC in each line.
 */
const table: ReadonlyArray<readonly [network: string, reason: string]> = [
  ['0.0.0.0/8', 'this network, RFC 791'],
  ['10.0.0.0/8', 'private use, RFC 1918'],
  ['100.64.0.0/10', 'shared address space, RFC 6598; holds Alibaba metadata 100.100.100.200'],
  ['127.0.0.0/8', 'loopback, RFC 1122'],
  ['168.63.129.16/32', 'Azure host'],
  ['169.254.0.0/16', 'link local, RFC 3927; holds metadata 169.254.169.254'],
  ['172.16.0.0/12', 'private use, RFC 1918'],
  ['192.0.0.0/24', 'IETF protocol assignments, RFC 6890; holds Oracle metadata 192.0.0.192'],
  ['192.0.2.0/24', 'documentation, RFC 5737'],
  ['192.31.196.0/24', 'AS112, RFC 7535'],
  ['192.52.193.0/24', 'automatic multicast tunnelling, RFC 7450'],
  ['192.88.99.0/24', '6to4 relay, RFC 7526'],
  ['192.168.0.0/16', 'private use, RFC 1918'],
  ['192.175.48.0/24', 'AS112, RFC 7534'],
  ['198.18.0.0/15', 'benchmarking, RFC 2544'],
  ['198.51.100.0/24', 'documentation, RFC 5737'],
  ['203.0.113.0/24', 'documentation, RFC 5737'],
  ['224.0.0.0/4', 'multicast, RFC 5771'],
  ['240.0.0.0/4', 'reserved, RFC 1112; holds broadcast 255.255.255.255'],
  [
    '::/8',
    'unspecified, loopback, IPv4-compatible and IPv4-mapped, RFC 4291; NAT64, RFC 6052, 8215',
  ],
  ['100::/8', 'discard-only, RFC 6666; dummy prefix, RFC 9780'],
  ['2001::/23', 'IETF protocol assignments, RFC 2928; Teredo, RFC 4380; ORCHID, RFC 4843, 7343'],
  ['2001:db8::/32', 'documentation, RFC 3849'],
  ['2002::/16', '6to4, RFC 3056: carries an IPv4 address'],
  ['2620:4f:8000::/48', 'AS112, RFC 7534'],
  ['3fff::/20', 'documentation, RFC 9637'],
  ['5f00::/16', 'segment routing, RFC 9602'],
  ['fc00::/7', 'unique local, RFC 4193; holds AWS metadata fd00:ec2::254'],
  ['fe80::/10', 'link local, RFC 4291'],
  ['fec0::/10', 'site local, RFC 3879'],
  ['ff00::/8', 'multicast, RFC 4291'],
];

/** Networks without public web servers, each with its reason. */
export const specialPurposeNetworks: readonly SpecialPurposeNetwork[] = table.map(
  ([text, reason]) => ({
    ...requireNetwork(text),
    reason,
  }),
);

/**
 * The part of IPv6 that is assigned to public hosts (RFC 4291, 2.4). IPs outside of it are rejected
 * without further checks.
 */
export const publicIpv6Network: IpNetwork = requireNetwork('2000::/3');

function requireNetwork(text: string): IpNetwork {
  const network = parseIpNetwork(text);
  if (network === undefined) throw new Error(`${text} is not a network.`);
  return network;
}
