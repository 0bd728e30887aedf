import type { Socket } from 'node:net';
import { createAddressPolicy } from './address-policy.ts';
import { dial } from './dial.ts';
import { EgressFailure } from './egress-failure.ts';
import { createOwnAddresses } from './own-addresses.ts';
import { lookupAll, resolveAllowed, type Lookup } from './resolve-allowed.ts';

/** Connects to what the address policy allows, and to nothing else. IPv6 hosts without brackets. */
export type GuardedDialer = (target: {
  readonly host: string;
  readonly port: number;
}) => Promise<Socket>;

/**
 * For requests of the service itself to addresses that strangers chose: each call resolves the name once, judges every
 * address and dials one of those. Rejects with an {@link EgressFailure}. Throws naming a wrong entry.
 */
export function createGuardedDialer(options: {
  readonly allowPrivateTargets: readonly string[];
  /** Addresses and networks that lead to this installation, beside those of this host. */
  readonly ownAddresses?: readonly string[];
  readonly lookup?: Lookup;
}): GuardedDialer {
  const own = createOwnAddresses({ configured: options.ownAddresses ?? [] });
  const policy = createAddressPolicy(options.allowPrivateTargets, own);
  const lookup = options.lookup ?? lookupAll;
  return async ({ host, port }) => {
    const addresses = await resolveAllowed({ policy, host, port, lookup });
    return dial({ host, port, addresses });
  };
}

/** Why a guarded connection was not made, for the person who chose the address; undefined for any other error. */
export function explainEgress(
  error: unknown,
): { readonly reason: string; readonly sentence: string } | undefined {
  if (!(error instanceof EgressFailure)) return undefined;
  return { reason: error.reason, sentence: error.message };
}
