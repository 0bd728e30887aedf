import type { ApiKeyAccess } from '@shotwright/contract';
import { inTransaction, type Database, type Db } from '../../../db/transaction.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { newToken } from '../../../lib/ids.ts';
import { isExpired } from '../../../shared/is-expired.ts';
import { notFound } from '../../../shared/app-error.ts';
import {
  findLinkSecret,
  findLinkSecretByKeyId,
  insertLinkSecret,
  replaceLinkSecret,
  type LinkSecretRow,
} from './link-secrets.store.ts';

/** Secret that signs new links of an API key. */
export interface LinkSecret {
  readonly keyId: string;
  readonly secret: string;
  readonly previousValidUntil: Date | null;
}

/** A valid API key with the secrets that may have signed its links. */
export interface LinkSigner {
  readonly organizationId: string;
  readonly apiKeyId: number;
  readonly projectId: number | null;
  readonly isTest: boolean;
  readonly access: ApiKeyAccess;
  readonly secrets: readonly string[];
}

interface KeyRef {
  readonly organizationId: string;
  readonly apiKeyId: number;
}

/** Secrets that sign links. */
export interface LinkSecrets {
  /** Creates the secret if there is none. Throws `api_key_not_found`. */
  readSecret(key: KeyRef): Promise<LinkSecret>;
  /** Replaces the secret; the old one stays valid for `overlapHours`. Throws `api_key_not_found`. */
  rotateSecret(key: KeyRef & { readonly overlapHours: number }): Promise<LinkSecret>;
  /** Returns undefined if no API key that is active and not expired has this key id. */
  findSigner(keyId: string): Promise<LinkSigner | undefined>;
}

const purpose = 'link-secret';

/** Creates {@link LinkSecrets} that stores secrets encrypted with the key ring. */
export function createLinkSecrets({
  db,
  keyRing,
  clock,
}: {
  readonly db: Database;
  readonly keyRing: Pick<KeyRing, 'encrypt' | 'decrypt'>;
  readonly clock: Clock;
}): LinkSecrets {
  const newSecret = (keyId: string) =>
    keyRing.encrypt(purpose, { text: `sws_${newToken()}`, context: keyId });
  const open = (keyId: string, sealed: Buffer) =>
    keyRing.decrypt(purpose, { sealed, context: keyId });
  const openSecret = ({
    keyId,
    encryptedSecret,
    previousValidUntil,
  }: LinkSecretRow): LinkSecret => ({
    keyId,
    secret: open(keyId, encryptedSecret),
    previousValidUntil,
  });
  const read = async (on: Db, key: KeyRef) => {
    const keyId = `k_${newToken().slice(0, 22)}`;
    await insertLinkSecret(on, { ...key, keyId, encryptedSecret: newSecret(keyId) });
    const row = await findLinkSecret(on, key);
    if (!row) throw notFound('api_key_not_found', 'This API key does not exist.');
    return row;
  };
  return {
    readSecret: async (key) => openSecret((await findLinkSecret(db, key)) ?? (await read(db, key))),
    rotateSecret: ({ overlapHours, ...key }) =>
      inTransaction(db, async (tx) => {
        const { keyId } = await read(tx, key);
        const encryptedSecret = newSecret(keyId);
        await replaceLinkSecret(tx, { ...key, keyId, encryptedSecret, overlapHours });
        return openSecret(await read(tx, key));
      }),
    findSigner: async (keyId) => {
      const row = await findLinkSecretByKeyId(db, keyId);
      if (!row?.isActive || isExpired(row, clock.now())) return undefined;
      const { organizationId, apiKeyId, projectId, isTest, access } = row;
      const { encryptedSecret, encryptedPrevious } = row;
      const sealed = encryptedPrevious ? [encryptedSecret, encryptedPrevious] : [encryptedSecret];
      const secrets = sealed.map((one) => open(keyId, one));
      return { organizationId, apiKeyId, projectId, isTest, access, secrets };
    },
  };
}
