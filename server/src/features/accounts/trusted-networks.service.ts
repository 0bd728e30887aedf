import type { Db } from '../../db/transaction.ts';
import type { CookieToSet } from '../../http/route.ts';
import { networkPrefix } from '../../lib/network-prefix.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { newToken } from '../../lib/ids.ts';
import { isSignInNetwork, rememberSignInNetwork } from './trusted-networks.store.ts';

/**
 * Identifies the browser as one in which its owner signed in before. Grants only a separate attempt
 * counter.
 */
export const deviceCookieName = 'shotwright_device';

const maxAgeSeconds = 365 * 86_400;
const purpose = 'sign-in-device';

/** Trust in the browser or network of an attempt. */
export interface Trust {
  /** Set if the owner signed in with this browser before. */
  readonly deviceId?: string;
  /** True if the owner signed in from this network recently. */
  readonly isKnownNetwork: boolean;
}

/**
 * Browsers and networks from which a user signed in before, so that attackers cannot lock the user
 * out of them.
 */
export interface TrustedNetworks {
  trustOf(input: {
    readonly userId: string;
    readonly ip: string;
    readonly deviceToken: string | undefined;
  }): Promise<Trust>;
  rememberNetwork(input: { readonly userId: string; readonly ip: string }): Promise<void>;
  /**
   * Returns the cookie of a browser in which the user has just signed in; a valid one is reused.
   */
  deviceCookie(userId: string, deviceToken: string | undefined): CookieToSet;
}

/**
 * Creates a {@link TrustedNetworks}. Device cookies are signed with the installation's secret;
 * networks are stored as rows.
 */
export function createTrustedNetworks(deps: {
  readonly db: Db;
  readonly keyRing: KeyRing;
}): TrustedNetworks {
  const { db, keyRing } = deps;
  const deviceIdOf = (userId: string, token: string | undefined): string | undefined => {
    const [, deviceId, signature] = /^([\w-]{20,64})\.([\w-]{20,64})$/.exec(token ?? '') ?? [];
    if (deviceId === undefined || signature === undefined) return undefined;
    const isGenuine = keyRing.verify(purpose, { text: textOf(userId, deviceId), signature });
    return isGenuine ? deviceId : undefined;
  };
  return {
    trustOf: async ({ userId, ip, deviceToken }) => {
      const deviceId = deviceIdOf(userId, deviceToken);
      if (deviceId !== undefined) return { deviceId, isKnownNetwork: false };
      return { isKnownNetwork: await isSignInNetwork(db, { userId, network: networkPrefix(ip) }) };
    },
    rememberNetwork: ({ userId, ip }) =>
      rememberSignInNetwork(db, { userId, network: networkPrefix(ip) }),
    deviceCookie: (userId, deviceToken) => {
      const deviceId = deviceIdOf(userId, deviceToken) ?? newToken();
      const signature = keyRing.sign(purpose, textOf(userId, deviceId));
      const value = `${deviceId}.${signature}`;
      return { name: deviceCookieName, value, isHttpOnly: true, maxAgeSeconds };
    },
  };
}

function textOf(userId: string, deviceId: string): string {
  return `${userId}.${deviceId}`;
}
