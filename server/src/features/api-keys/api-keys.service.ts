import { apiKeyLimits, type ApiKeyAccess } from '@shotwright/contract';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { RequestOrigin } from '../../http/auth/resolve-caller.ts';
import type { KeyCaller } from '../../http/route.ts';
import { invalidField, notFound } from '../../shared/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { newApiKey } from './api-keys.rules.ts';
import {
  apiKeyHash,
  createApiKeyAuthenticator,
  type AuthenticatorDependencies,
} from './authenticate-api-key.service.ts';
import {
  insertApiKey,
  listApiKeys,
  removeApiKey,
  replaceKey,
  updateApiKey,
  type ApiKeyChanges,
  type ApiKeyRow,
} from './api-keys.store.ts';
import type { ProjectsService } from '../projects/projects.service.ts';

interface ApiKeysDependencies extends AuthenticatorDependencies {
  /** Throws `project_not_found` if the project does not exist in the organisation. */
  readonly requireProject: ProjectsService['requireProject'];
  /** Queues the alerts of budgets that a new limit has made due. */
  enqueueAlerts(tx: Tx, organizationId: string): Promise<void>;
}

/** A key with its decrypted text. */
export interface OpenApiKey extends Omit<ApiKeyRow, 'encryptedKey' | 'encryptionId'> {
  readonly key: string;
}

/** API keys of an organisation. */
export interface ApiKeysService {
  listApiKeys(organizationId: string): Promise<OpenApiKey[]>;
  createApiKey(input: {
    organizationId: string;
    name: string;
    monthlyLimit: number | null;
    projectId: number | null;
    /** True for a key of test mode; default false. */
    isTest?: boolean;
    allowedIps?: readonly string[];
    access?: ApiKeyAccess;
    expiresAt?: Date | null;
  }): Promise<OpenApiKey>;
  /** Changes the given fields. Throws `api_key_not_found`. */
  changeApiKey(input: ApiKeyChanges & { organizationId: string; id: number }): Promise<OpenApiKey>;
  /**
   * Replaces the key's text; the old text stays valid for `overlapHours`. Throws
   * `api_key_not_found`.
   */
  rotateApiKey(input: {
    organizationId: string;
    id: number;
    overlapHours: number;
  }): Promise<OpenApiKey>;
  /** Throws `api_key_not_found`. */
  deleteApiKey(input: { organizationId: string; id: number }): Promise<void>;
  /** Returns the caller of this key. Throws the reason why the key is rejected. */
  authenticateApiKey(key: string, origin: RequestOrigin): Promise<KeyCaller>;
}

const missing = () => notFound('api_key_not_found', 'This API key does not exist.');

/** Notice before a key expires. Unit: ms. */
const noticeMs = 7 * 86_400_000;

/**
 * Returns the time of the email about a new date of expiry; null for a date so near that its author knows
 * it. Throws `validation_failed` for a date that has passed or is too far ahead.
 */
function noticeOf(expiresAt: Date | null | undefined, now: Date): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const { expiryYears } = apiKeyLimits;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + expiryYears);
  if (expiresAt > now && expiresAt <= latest) {
    const noticeAt = new Date(expiresAt.getTime() - noticeMs);
    return noticeAt > now ? noticeAt : null;
  }
  throw invalidField('expiresAt', `must be in the future, at most ${expiryYears} years ahead`);
}

/** Creates an {@link ApiKeysService} that stores keys encrypted with the key ring. */
export function createApiKeysService(deps: ApiKeysDependencies): ApiKeysService {
  const { db, keyRing, clock } = deps;
  const open = ({ encryptedKey, encryptionId, ...row }: ApiKeyRow): OpenApiKey => ({
    ...row,
    key: keyRing.decrypt('api-key', { sealed: encryptedKey, context: encryptionId }),
  });
  const encryptKey = (key: string) => {
    const encryptionId = newId();
    return {
      encryptionId,
      encryptedKey: keyRing.encrypt('api-key', { text: key, context: encryptionId }),
      keyHash: apiKeyHash(keyRing, key),
    };
  };
  const getApiKey = async (tx: Tx, organizationId: string, id: number): Promise<OpenApiKey> => {
    const [row] = await listApiKeys(tx, { organizationId, onlyId: id });
    if (!row) throw missing();
    return open(row);
  };
  return {
    listApiKeys: async (organizationId) => (await listApiKeys(db, { organizationId })).map(open),
    createApiKey: (input) =>
      inTransaction(db, async (tx) => {
        const noticeAt = noticeOf(input.expiresAt, clock.now());
        const { organizationId, projectId } = input;
        if (projectId !== null)
          await deps.requireProject(tx, { organizationId, projectId, field: 'projectId' });
        const id = await insertApiKey(tx, { ...input, noticeAt, ...encryptKey(newApiKey(input)) });
        return getApiKey(tx, organizationId, id);
      }),
    changeApiKey: (input) =>
      inTransaction(db, async (tx) => {
        const noticeAt = noticeOf(input.expiresAt, clock.now());
        if (!(await updateApiKey(tx, { ...input, noticeAt }))) throw missing();
        if (typeof input.monthlyLimit === 'number')
          await deps.enqueueAlerts(tx, input.organizationId);
        return getApiKey(tx, input.organizationId, input.id);
      }),
    rotateApiKey: (input) =>
      inTransaction(db, async (tx) => {
        const key = await getApiKey(tx, input.organizationId, input.id);
        if (!(await replaceKey(tx, { ...input, ...encryptKey(newApiKey(key)) }))) throw missing();
        return getApiKey(tx, input.organizationId, input.id);
      }),
    deleteApiKey: async (input) => {
      if (!(await removeApiKey(db, input))) throw missing();
    },
    authenticateApiKey: createApiKeyAuthenticator(deps),
  };
}
