import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { AddressPolicy } from './address-policy.ts';
import { EgressFailure, toEgressFailure } from './egress-failure.ts';
import { openHostsFile } from './hosts-file.ts';
import { parseIpAddress } from './ip-address.ts';

/** Resolves a name, fully qualified names with a dot at the end, to all addresses; rejects with a code like `ENOTFOUND`. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

/** What to resolve and how. */
export interface ResolveOptions {
  readonly policy: AddressPolicy;
  readonly host: string;
  readonly port: number;
  readonly lookup?: Lookup;
  /** Default 8 000. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 8_000;

const lookupInHostsFile = openHostsFile('/etc/hosts');

/** The system's resolver and its hosts file, in which it does not find names that end with a dot. */
export const lookupAll: Lookup = async (host) => {
  const known = host.endsWith('.') ? await lookupInHostsFile(host.slice(0, -1)) : [];
  return known.length > 0 ? known : systemLookup(host, { all: true });
};

/**
 * Resolves a host once and gives the addresses to dial, at least one; every one of them is allowed.
 * Rejects with an `EgressFailure`: `url_not_allowed` when a single one is not, `dns_error` when there is none in time.
 */
export async function resolveAllowed(options: ResolveOptions): Promise<readonly LookupAddress[]> {
  const { policy, host, port } = options;
  const byName = policy.judgeHost(host, port);
  if (!byName.isAllowed) throw new EgressFailure('url_not_allowed', byName.because);
  const literal = parseIpAddress(host);
  if (literal !== undefined) return [{ address: host, family: literal.family }];
  const isOpened = policy.isHostOpened(host, port);
  const addresses = await lookupInTime(isOpened ? host : fullyQualified(host), options);
  if (isOpened) return addresses;
  for (const { address } of addresses) {
    const verdict = policy.judgeAddress(address, port);
    if (!verdict.isAllowed)
      throw new EgressFailure('url_not_allowed', `${host}: ${verdict.because}`);
  }
  return addresses;
}

/**
 * The name as the resolver takes it as it is. Otherwise it also tries the name with each domain of its search list, and
 * a stranger's name finds a machine of ours. A name that the operator has opened is looked up as the operator wrote it.
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
    reject(new EgressFailure('dns_error', `The name ${host} could not be looked up in time.`));
  }, timeoutMs);
  try {
    const addresses = await Promise.race([lookup(name), tooLate]);
    if (addresses.length > 0) return addresses;
    throw new EgressFailure('dns_error', `There is no server named ${host}.`);
  } catch (error) {
    throw toEgressFailure(error, host);
  } finally {
    clearTimeout(timer);
  }
}
