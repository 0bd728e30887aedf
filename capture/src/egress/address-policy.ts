import { parseAllowList } from './allow-list.ts';
import { forbiddenNetworks, publicIpv6Network } from './forbidden-networks.ts';
import { isForbiddenPort } from './forbidden-ports.ts';
import { isInNetwork, parseIpAddress } from './ip-address.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { createOwnAddresses } from './own-addresses.ts';

/** Whether a target may be reached; when not, `because` is a sentence for the person who asked. */
export type Verdict = { readonly isAllowed: true } | Refusal;

/** See {@link Verdict}. */
export interface Refusal {
  readonly isAllowed: false;
  readonly because: string;
}

/** Judges targets by address, by name and by URL. Pure: asks no resolver. */
export interface AddressPolicy {
  /** The one that counts: judges what is about to be dialled. `ip` as a resolver writes it. */
  judgeAddress(ip: string, port: number): Verdict;
  /** Judges a host before anything is resolved: literals, special names, ports. IPv6 without brackets. */
  judgeHost(host: string, port: number): Verdict;
  /** Judges text somebody sent as an address, for an early clear answer. User and password are taken off. */
  judgeUrl(text: string): { readonly isAllowed: true; readonly url: URL } | Refusal;
  /** Whether the operator has opened this host and port by name, whatever it resolves to. */
  isHostOpened(host: string, port: number): boolean;
}

/** Names that stand for machines nearby (RFC 6761, 6762, 7686, 8375, 9476 and common habit). */
const nearbySuffixes = [
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
const allowed: Verdict = { isAllowed: true };

/**
 * Makes the policy: public addresses that do not lead to this installation, and what `allowPrivateTargets` opens,
 * own addresses included. Throws naming a wrong entry.
 */
export function createAddressPolicy(
  allowPrivateTargets: readonly string[] = [],
  ownAddresses: OwnAddresses = createOwnAddresses(),
): AddressPolicy {
  const allowList = parseAllowList(allowPrivateTargets);

  function judgeAddress(ip: string, port: number): Verdict {
    const address = parseIpAddress(ip);
    if (address === undefined) return refuse('The address cannot be read.');
    if (allowList.hasAddress(address, port)) return allowed;
    if (allowList.hasNetworkOf(address)) return judgePort(port);
    const isStray = address.family === 6 && !isInNetwork(address, publicIpv6Network);
    if (isStray || forbiddenNetworks.some((network) => isInNetwork(address, network))) {
      return refuse('The address is not public.');
    }
    if (ownAddresses.has(address)) return refuse('The address leads to this service itself.');
    return judgePort(port);
  }
  function judgeHost(host: string, port: number): Verdict {
    const name = host.replace(/\.$/, '').toLowerCase();
    if (allowList.hasHost(name, port)) return allowed;
    if (parseIpAddress(name) !== undefined) return judgeAddress(name, port);
    if (!name.includes('.') || nearbySuffixes.some((suffix) => name.endsWith(`.${suffix}`))) {
      return refuse(`The name "${name.slice(0, 100)}" is not a public one.`);
    }
    return judgePort(port);
  }
  return {
    judgeAddress,
    judgeHost,
    judgeUrl(text) {
      if (!URL.canParse(text)) return refuse('The text is not a web address.');
      const url = new URL(text);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        return refuse('Only addresses that begin with http:// or https:// are allowed.');
      }
      url.username = '';
      url.password = '';
      const verdict = judgeHost(hostOf(url), portOf(url));
      return verdict.isAllowed ? { isAllowed: true, url } : verdict;
    },
    isHostOpened: (host, port) => allowList.hasHost(host.replace(/\.$/, '').toLowerCase(), port),
  };
}

/** The host of a URL without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** The port of a URL; its scheme's own when it names none. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function judgePort(port: number): Verdict {
  return isForbiddenPort(port) ? refuse(`Port ${port} does not serve web pages.`) : allowed;
}

function refuse(because: string): Refusal {
  return { isAllowed: false, because };
}
