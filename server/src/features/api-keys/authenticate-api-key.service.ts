import type { Database } from '../../db/transaction.ts';
import type { RequestOrigin } from '../../http/auth/resolve-caller.ts';
import type { KeyCaller } from '../../http/route.ts';
import {
  apiKeyExpired,
  apiKeyInactive,
  apiKeyInvalid,
  apiKeyIpForbidden,
} from '../../shared/api-key.errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import type { Logger } from '../../lib/logger.ts';
import { isExpired } from '../../shared/is-expired.ts';
import { canonicalIp, isAllowedIp } from './allowed-ips.rules.ts';
import { isApiKeyShaped } from './api-keys.rules.ts';
import { findApiKeyByHash, touchApiKey, type PresentedKey } from './api-keys.store.ts';

/** Dependencies of the API key authenticator. */
export interface AuthenticatorDependencies {
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the part of an IP that is stored. */
  networkOf(ip: string): string;
}

function requireAllowedIp(ip: string, ranges: readonly string[]): void {
  if (ranges.length === 0) return;
  const address = canonicalIp(ip);
  if (!isAllowedIp(address, ranges)) throw apiKeyIpForbidden(address ?? 'unknown');
}

const touchEveryMs = 60_000;
const agentLength = 200;

/**
 * Keyed hash by which a key is found. Keyed, so that a copy of the database does not reveal valid
 * keys.
 */
export function apiKeyHash(keyRing: KeyRing, key: string): string {
  return keyRing.sign('api-key', key);
}

/**
 * Creates a function that returns the caller of a key. Throws `api_key_invalid`, `api_key_expired`
 * (401), `api_key_ip_forbidden` or `api_key_inactive` (403).
 */
export function createApiKeyAuthenticator(
  deps: AuthenticatorDependencies,
): (key: string, origin: RequestOrigin) => Promise<KeyCaller> {
  const { db, keyRing, clock, logger } = deps;
  const touch = (row: PresentedKey, origin: RequestOrigin): void => {
    if (row.lastUsedAt && clock.now().getTime() - row.lastUsedAt.getTime() < touchEveryMs) return;
    const network = deps.networkOf(origin.ip);
    // PostgreSQL cannot store NUL characters, and the client controls the header.
    const agent = origin.userAgent?.replaceAll('\0', '').slice(0, agentLength) ?? null;
    const { organizationId, id } = row;
    touchApiKey(db, { organizationId, id, network, agent }).catch((err: unknown) =>
      logger.warn({ err }, 'failed to record API key usage'),
    );
  };
  return async (key, origin) => {
    if (!isApiKeyShaped(key)) throw apiKeyInvalid();
    const row = await findApiKeyByHash(db, apiKeyHash(keyRing, key));
    if (!row) throw apiKeyInvalid();
    // First, so that other addresses learn nothing more about the key.
    requireAllowedIp(origin.ip, row.allowedIps);
    if (!row.isActive) throw apiKeyInactive();
    if (isExpired(row, clock.now())) throw apiKeyExpired(row.expiresAt);
    touch(row, origin);
    return {
      kind: 'key',
      organizationId: row.organizationId,
      apiKeyId: row.id,
      projectId: row.projectId,
      isTest: row.isTest,
      access: row.access,
    };
  };
}
