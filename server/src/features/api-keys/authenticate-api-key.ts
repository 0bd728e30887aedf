import type { Database } from '../../db/transaction.ts';
import type { CallerPlace } from '../../http/auth.ts';
import type { KeyCaller } from '../../http/route.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import type { Logger } from '../../lib/logger.ts';
import { isApiKeyShaped } from './api-keys.rules.ts';
import { findApiKeyByHash, touchApiKey, type PresentedKey } from './api-keys.store.ts';

/** What the authenticator of keys needs. */
export interface AuthenticatorDependencies {
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The part of an address that is kept. */
  networkOf(ip: string): string;
}

const touchEveryMs = 60_000;
const agentLength = 200;

const unknownKey = () =>
  new AppError({
    kind: 'unauthenticated',
    code: 'api_key_invalid',
    message: 'This API key is unknown or was deleted. Check the x-api-key header.',
  });

const inactiveKey = () =>
  new AppError({
    kind: 'forbidden',
    code: 'api_key_inactive',
    message: 'This API key is switched off. Activate it in the dashboard or use another one.',
  });

/** What a key is found by: a keyed hash, so that a copy of the database finds nothing. */
export function apiKeyHash(keyRing: KeyRing, key: string): string {
  return keyRing.sign('api-key', key);
}

/** Tells who presents a key. Throws `api_key_invalid` (401) or `api_key_inactive` (403). */
export function createApiKeyAuthenticator(
  deps: AuthenticatorDependencies,
): (key: string, place: CallerPlace) => Promise<KeyCaller> {
  const { db, keyRing, clock, logger } = deps;
  const touch = (row: PresentedKey, place: CallerPlace): void => {
    if (row.lastUsedAt && clock.now().getTime() - row.lastUsedAt.getTime() < touchEveryMs) return;
    const network = deps.networkOf(place.ip);
    // PostgreSQL holds no zero character, and a header is whatever somebody sends.
    const agent = place.userAgent?.replaceAll('\0', '').slice(0, agentLength) ?? null;
    const { organizationId, id } = row;
    touchApiKey(db, { organizationId, id, network, agent }).catch((err: unknown) =>
      logger.warn({ err }, 'the use of a key was not noted'),
    );
  };
  return async (key, place) => {
    if (!isApiKeyShaped(key)) throw unknownKey();
    const row = await findApiKeyByHash(db, apiKeyHash(keyRing, key));
    if (!row) throw unknownKey();
    if (!row.isActive) throw inactiveKey();
    touch(row, place);
    return {
      kind: 'key',
      organizationId: row.organizationId,
      apiKeyId: row.id,
      projectId: row.projectId,
    };
  };
}
