import { parseAllowList } from './allow-list.ts';
import { specialPurposeNetworks, publicIpv6Network } from './special-purpose-networks.ts';
import { isBlockedPort } from './blocked-ports.ts';
import { isInNetwork, parseIpAddress } from './ip-address.ts';
import type { OwnAddresses } from '../own-addresses.ts';
import { createOwnAddresses } from '../own-addresses.ts';

/** Decision on a target. If it is not allowed, `reason` is a user-facing sentence. */
export type PolicyDecision = { readonly isAllowed: true } | Denial;

/** Negative {@link PolicyDecision}, with its reason. */
export interface Denial {
  readonly isAllowed: false;
  readonly reason: string;
}

/** Checks targets by IP, by host name and by URL. Pure: performs no lookups. */
export interface AddressPolicy {
  /** Checks the IP to connect to; this is the decisive check. `ip` in the format of a resolver. */
  checkAddress(ip: string, port: number): PolicyDecision;
  /**
   * Checks a host before name resolution: literals, special names, ports. IPv6 without brackets.
   */
  checkHost(host: string, port: number): PolicyDecision;
  /**
   * Checks text submitted as a URL, to report errors early and clearly. Removes user and password.
   */
  checkUrl(text: string): { readonly isAllowed: true; readonly url: URL } | Denial;
  /**
   * Returns true if the operator has allowed this host and port by name, whatever it resolves to.
   */
  isHostAllowed(host: string, port: number): boolean;
}

/** Suffixes of local names (RFC 6761, 6762, 7686, 8375, 9476 and common practice). */
const localDomainSuffixes = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'onion',
  'alt',
];
const allowed: PolicyDecision = { isAllowed: true };

/**
 * Creates the policy. It allows public IPs that do not lead to this installation, and everything in
 * `allowPrivateTargets`, including IPs of this installation. Throws an error that names an invalid
 * entry.
 */
export function createAddressPolicy(
  allowPrivateTargets: readonly string[] = [],
  ownAddresses: OwnAddresses = createOwnAddresses(),
): AddressPolicy {
  const allowList = parseAllowList(allowPrivateTargets);

  function checkAddress(ip: string, port: number): PolicyDecision {
    const address = parseIpAddress(ip);
    if (address === undefined) return refuse('The IP address is not valid.');
    if (allowList.hasAddress(address, port)) return allowed;
    if (allowList.hasNetworkOf(address)) return checkPort(port);
    const isUnassigned = address.family === 6 && !isInNetwork(address, publicIpv6Network);
    if (isUnassigned || specialPurposeNetworks.some((network) => isInNetwork(address, network))) {
      return refuse('The IP address is not public.');
    }
    if (ownAddresses.has(address)) return refuse('The IP address leads to this service itself.');
    return checkPort(port);
  }
  function checkHost(host: string, port: number): PolicyDecision {
    const name = host.replace(/\.$/, '').toLowerCase();
    if (allowList.hasHost(name, port)) return allowed;
    if (parseIpAddress(name) !== undefined) return checkAddress(name, port);
    if (!name.includes('.') || localDomainSuffixes.some((suffix) => name.endsWith(`.${suffix}`))) {
      return refuse(`The host name "${name.slice(0, 100)}" is not public.`);
    }
    return checkPort(port);
  }
  return {
    checkAddress,
    checkHost,
    checkUrl(text) {
      if (!URL.canParse(text)) return refuse('This is not a valid URL.');
      const url = new URL(text);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        return refuse('Only URLs that begin with http:// or https:// are allowed.');
      }
      url.username = '';
      url.password = '';
      const verdict = checkHost(hostOf(url), portOf(url));
      return verdict.isAllowed ? { isAllowed: true, url } : verdict;
    },
    isHostAllowed: (host, port) => allowList.hasHost(host.replace(/\.$/, '').toLowerCase(), port),
  };
}

/** Returns the host of a URL, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Returns the port of a URL, or its scheme's default port if it contains none. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function checkPort(port: number): PolicyDecision {
  return isBlockedPort(port)
    ? refuse(`Port ${port} is blocked because it does not serve web pages.`)
    : allowed;
}

function refuse(reason: string): Denial {
  return { isAllowed: false, reason };
}
