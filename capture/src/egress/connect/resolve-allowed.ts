import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { AddressPolicy } from '../policy/address-policy.ts';
import { EgressFailure, toEgressFailure } from './egress-failure.ts';
import { openHostsFile } from '../hosts-file.ts';
import { parseIpAddress } from '../policy/ip-address.ts';

/**
 * Resolves a name to all its IPs; fully qualified names end with a dot. Rejects with a code like
 * `ENOTFOUND`.
 */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

/** Target and options of name resolution. */
export interface ResolveOptions {
  readonly policy: AddressPolicy;
  readonly host: string;
  readonly port: number;
  readonly lookup?: Lookup;
  /** Unit: ms. Default: 8 000. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 8_000;

const lookupInHostsFile = openHostsFile('/etc/hosts');

/**
 * Uses the system's resolver and the hosts file, because the resolver does not find names with a
 * trailing dot in that file.
 */
export const lookupAll: Lookup = async (host) => {
  const known = host.endsWith('.') ? await lookupInHostsFile(host.slice(0, -1)) : [];
  return known.length > 0 ? known : systemLookup(host, { all: true });
};

/**
 * Resolves a host once and returns at least one IP; every IP is allowed. Rejects with an
 * `EgressFailure`: `url_not_allowed` if any IP is not allowed, `dns_error` if there is no result in
 * time.
 */
export async function resolveAllowed(options: ResolveOptions): Promise<readonly LookupAddress[]> {
  const { policy, host, port } = options;
  const byName = policy.checkHost(host, port);
  if (!byName.isAllowed) throw new EgressFailure('url_not_allowed', byName.reason);
  const literal = parseIpAddress(host);
  if (literal !== undefined) return [{ address: host, family: literal.family }];
  const isOpened = policy.isHostAllowed(host, port);
  const addresses = await lookupInTime(isOpened ? host : fullyQualified(host), options);
  if (isOpened) return addresses;
  for (const { address } of addresses) {
    const verdict = policy.checkAddress(address, port);
    if (!verdict.isAllowed)
      throw new EgressFailure('url_not_allowed', `${host}: ${verdict.reason}`);
  }
  return addresses;
}

/**
 * Returns the fully qualified name, which the resolver uses unchanged. Otherwise the resolver also
 * tries the domains of its search list, so an untrusted name could resolve to an internal host. A
 * name that the operator has allowed is looked up exactly as configured.
 */
function fullyQualified(host: string): string {
  return host.endsWith('.') ? host : `${host}.`;
}

async function lookupInTime(
  name: string,
  options: ResolveOptions,
): Promise<readonly LookupAddress[]> {
  const { host, lookup = lookupAll, timeoutMs = defaultTimeoutMs } = options;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new EgressFailure('dns_error', `The name ${host} could not be resolved in time.`));
  }, timeoutMs);
  try {
    const addresses = await Promise.race([lookup(name), tooLate]);
    if (addresses.length > 0) return addresses;
    throw new EgressFailure('dns_error', `There is no host named ${host}.`);
  } catch (error) {
    throw toEgressFailure(error, host);
  } finally {
    clearTimeout(timer);
  }
}
