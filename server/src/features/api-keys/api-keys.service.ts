import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import type { KeyCaller } from '../../http/route.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import { isApiKeyShaped, newApiKey } from './api-keys.rules.ts';
import {
  findApiKeyByHash,
  insertApiKey,
  listApiKeys,
  removeApiKey,
  touchApiKey,
  type ApiKeyRow,
} from './api-keys.store.ts';

interface ApiKeysDependencies {
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Throws `project_not_found` unless the project is the organisation's. */
  requireProject(tx: Tx, input: { organizationId: string; projectId: number }): Promise<number>;
}

/** A key with its text, opened. */
export interface OpenApiKey extends Omit<ApiKeyRow, 'keySealed' | 'sealId'> {
  readonly key: string;
}

/** Keys for callers of the HTTP API. */
export interface ApiKeysService {
  listApiKeys(organizationId: string): Promise<OpenApiKey[]>;
  createApiKey(input: {
    organizationId: string;
    name: string;
    monthlyLimit: number | null;
    projectId: number | null;
  }): Promise<OpenApiKey>;
  /** Throws `api_key_not_found`. */
  deleteApiKey(input: { organizationId: string; id: number }): Promise<void>;
  /** Who presents this key. Throws `api_key_invalid` (401) or `api_key_inactive` (403). */
  authenticateApiKey(key: string): Promise<KeyCaller>;
}

const sealing = 'api-key';
const touchEveryMs = 60_000;
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

/** See {@link ApiKeysService}. */
export function createApiKeysService(deps: ApiKeysDependencies): ApiKeysService {
  const { db, keyRing, clock, logger } = deps;
  const open = ({ keySealed, sealId, ...row }: ApiKeyRow): OpenApiKey => ({
    ...row,
    key: keyRing.decrypt(sealing, { sealed: keySealed, context: sealId }),
  });
  const hashOf = (key: string): string => keyRing.sign(sealing, key);
  const touch = (row: { id: number; organizationId: string; lastUsedAt: Date | null }): void => {
    if (row.lastUsedAt && clock.now().getTime() - row.lastUsedAt.getTime() < touchEveryMs) return;
    touchApiKey(db, row).catch((err: unknown) =>
      logger.warn({ err }, 'the use of a key was not noted'),
    );
  };
  return {
    listApiKeys: async (organizationId) => (await listApiKeys(db, { organizationId })).map(open),
    createApiKey: (input) =>
      inTransaction(db, async (tx) => {
        const { organizationId, projectId } = input;
        if (projectId !== null) await deps.requireProject(tx, { organizationId, projectId });
        const key = newApiKey();
        const sealId = newId();
        const keySealed = keyRing.encrypt(sealing, { text: key, context: sealId });
        const id = await insertApiKey(tx, { ...input, sealId, keySealed, keyHash: hashOf(key) });
        const [row] = await listApiKeys(tx, { organizationId, onlyId: id });
        if (!row) throw new Error('a key vanished in the transaction that made it');
        return open(row);
      }),
    deleteApiKey: async (input) => {
      if (!(await removeApiKey(db, input)))
        throw notFound('api_key_not_found', 'This API key does not exist.');
    },
    authenticateApiKey: async (key) => {
      if (!isApiKeyShaped(key)) throw unknownKey();
      const row = await findApiKeyByHash(db, hashOf(key));
      if (!row) throw unknownKey();
      if (!row.isActive) throw inactiveKey();
      touch(row);
      return {
        kind: 'key',
        organizationId: row.organizationId,
        apiKeyId: row.id,
        projectId: row.projectId,
      };
    },
  };
}
