import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import type { IpAddress, IpNetwork } from './policy/ip-address.ts';
import { isInNetwork, parseIpNetwork } from './policy/ip-address.ts';

/** IPs that lead to this installation, including public ones. */
export interface OwnAddresses {
  has(address: IpAddress): boolean;
}

/** Options of {@link createOwnAddresses}. */
export interface OwnAddressesOptions {
  /**
   * IPs and networks of NAT gateways, load balancers and other hosts that also lead to this
   * installation.
   */
  readonly configured?: readonly string[];
  /** Returns the networks of this host. Default: those that its kernel delivers locally. */
  readonly readLocal?: () => readonly IpNetwork[];
  /** Monotonic clock in ms. Default: `performance.now`. */
  readonly now?: () => number;
}

/** Interfaces change while the process runs; reading them takes about 0.2 ms. */
const cacheMs = 10_000;

/**
 * Creates the set of own IPs. Those of this host are read again after 10 s. Throws an error that
 * names an invalid configured entry.
 */
export function createOwnAddresses(options: OwnAddressesOptions = {}): OwnAddresses {
  const { configured = [], readLocal = readLocalNetworks, now = () => performance.now() } = options;
  const fixed = configured.map(requireNetwork);
  let local: readonly IpNetwork[] = [];
  let expiresAt = -Infinity;
  return {
    has(address) {
      if (now() >= expiresAt) {
        local = readLocal();
        expiresAt = now() + cacheMs;
      }
      const contains = (network: IpNetwork) => isInNetwork(address, network);
      return fixed.some(contains) || local.some(contains);
    },
  };
}

/**
 * Returns all interface IPs that are up and, on Linux, everything else that the kernel delivers
 * locally.
 */
export function readLocalNetworks(): IpNetwork[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const texts = [
    ...interfaces.map(({ address }) => address),
    // Interfaces that are down or without a carrier are missing above, yet their IPs are reachable.
    // Cloud agents route a load balancer's IP to the host without assigning it to any interface.
    ...parseFibTrie(readText('/proc/net/fib_trie')),
    ...parseIpv6Routes(readText('/proc/net/ipv6_route')),
  ];
  return [...new Set(texts)].flatMap((text) => parseIpNetwork(text) ?? []);
}

/**
 * Parses the LOCAL networks in the tables Main and Local of `/proc/net/fib_trie`. Other tables
 * belong to policy routing, where a transparent proxy declares every IP local.
 */
export function parseFibTrie(text: string): string[] {
  const networks: string[] = [];
  let isRead = false;
  let address = '';
  for (const line of text.split('\n')) {
    if (line.endsWith(':')) isRead = line === 'Main:' || line === 'Local:';
    address = /^\s*\|-- (\S+)/.exec(line)?.[1] ?? address;
    const length = /^\s*\/(\d+) \S+ LOCAL\b/.exec(line)?.[1];
    if (isRead && length !== undefined && length !== '0') networks.push(`${address}/${length}`);
  }
  return networks;
}

const localRouteFlag = 0x8000_0000n;

/** Parses the networks of `/proc/net/ipv6_route` with a local route. Excludes `::/0`. */
export function parseIpv6Routes(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [destination = '', length = ''] = fields;
    const flags = fields[8] ?? '';
    if (!/^[0-9a-f]{32}$/.test(destination) || !/^[0-9a-f]+$/.test(flags)) return [];
    if ((BigInt(`0x${flags}`) & localRouteFlag) === 0n || length === '00') return [];
    const groups = destination.match(/.{4}/g) ?? [];
    return [`${groups.join(':')}/${Number.parseInt(length, 16)}`];
  });
}

function requireNetwork(text: string): IpNetwork {
  const network = parseIpNetwork(text.trim());
  if (network === undefined) {
    throw new Error(
      `"${text}" is neither an IP address (203.0.113.7) nor a network (203.0.113.0/24).`,
    );
  }
  return network;
}

/** Returns an empty string if the system has no such file. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
