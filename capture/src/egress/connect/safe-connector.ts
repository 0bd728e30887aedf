import type { Socket } from 'node:net';
import { createAddressPolicy } from '../policy/address-policy.ts';
import { dial } from './dial.ts';
import { EgressFailure } from './egress-failure.ts';
import { createOwnAddresses } from '../own-addresses.ts';
import { lookupAll, resolveAllowed, type Lookup } from './resolve-allowed.ts';

/** Connects only to targets that the IP policy allows. IPv6 hosts without brackets. */
export type SafeConnector = (target: {
  readonly host: string;
  readonly port: number;
}) => Promise<Socket>;

/**
 * Creates a dialer for the service's own requests to untrusted URLs. Each call resolves the name
 * once, checks every IP and connects to one of those. Rejects with an {@link EgressFailure}. Throws
 * an error that names an invalid entry.
 */
export function createSafeConnector(options: {
  readonly allowPrivateTargets: readonly string[];
  /** IPs and networks that lead to this installation, in addition to those of this host. */
  readonly ownAddresses?: readonly string[];
  readonly lookup?: Lookup;
}): SafeConnector {
  const own = createOwnAddresses({ configured: options.ownAddresses ?? [] });
  const policy = createAddressPolicy(options.allowPrivateTargets, own);
  const lookup = options.lookup ?? lookupAll;
  return async ({ host, port }) => {
    const addresses = await resolveAllowed({ policy, host, port, lookup });
    return dial({ host, port, addresses });
  };
}

/** Explains to the user why a guarded connection failed. Returns undefined for any other error. */
export function explainEgress(
  error: unknown,
): { readonly reason: string; readonly sentence: string } | undefined {
  if (!(error instanceof EgressFailure)) return undefined;
  return { reason: error.reason, sentence: error.message };
}
