import type { OptionSecrets } from '@shotwright/contract';
import type { Database, Db } from '../../db/transaction.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { fillMasks, maskOptions, secretsOf } from './setting-secrets.rules.ts';
import {
  findSettingSecrets,
  listUnsealedSettings,
  encryptSetting,
  type EncryptedOptions,
  type SettingSecretsRow,
} from './setting-secrets.store.ts';

const purpose = 'saved-setting-secrets';
const batchSize = 200;

interface FillInput {
  readonly organizationId: string;
  /** Source of the stored values; undefined if there is none. */
  readonly settingId: number | undefined;
  readonly given: OptionSecrets;
  /** Prefix of the field's name in error messages. */
  readonly path: string;
}

/** Secrets of saved settings: encrypted at rest, masked when read, filled in again on use. */
export interface SettingSecretsService {
  /** Returns the stored form of options whose masks were filled in. */
  encrypt(options: Readonly<Record<string, string>>, secretsId: string): EncryptedOptions;
  /**
   * Returns `given` with stored values in place of masks. Throws `validation_failed` for a mask
   * without a stored value.
   */
  fill(db: Db, input: FillInput): Promise<OptionSecrets>;
  /** Returns the stored secrets of a setting. */
  read(row: SettingSecretsRow): OptionSecrets;
  /**
   * Encrypts secrets that older releases stored in plain text; returns the number of settings. Safe
   * to run at any time.
   */
  encryptOlderSettings(): Promise<number>;
}

/** Creates a {@link SettingSecretsService} that encrypts with the key ring. */
export function createSettingSecretsService(deps: {
  readonly db: Database;
  readonly keyRing: Pick<KeyRing, 'encrypt' | 'decrypt'>;
}): SettingSecretsService {
  const { db, keyRing } = deps;
  const encrypt: SettingSecretsService['encrypt'] = (options, secretsId) => {
    const secrets = secretsOf(options);
    return {
      options: maskOptions(options),
      encryptedSecrets:
        secrets && keyRing.encrypt(purpose, { text: JSON.stringify(secrets), context: secretsId }),
    };
  };
  const read = ({ options, secretsId, encryptedSecrets }: SettingSecretsRow): OptionSecrets => {
    if (!encryptedSecrets) return secretsOf(options) ?? {};
    const text = keyRing.decrypt(purpose, { sealed: encryptedSecrets, context: secretsId });
    const secrets: OptionSecrets = JSON.parse(text);
    return secrets;
  };
  return {
    encrypt,
    read,
    fill: async (source, { organizationId, settingId: id, given, path }) => {
      const row =
        id === undefined ? undefined : await findSettingSecrets(source, { organizationId, id });
      return fillMasks(given, { stored: row ? read(row) : {}, path });
    },
    encryptOlderSettings: async () => {
      let count = 0;
      for (;;) {
        const rows = await listUnsealedSettings(db, batchSize);
        if (rows.length === 0) return count;
        for (const row of rows) {
          const { options: seen, secretsId, id } = row;
          // Unchanged if a request has replaced the setting concurrently; it is then already
          // encrypted.
          if (await encryptSetting(db, { id, seen, ...encrypt(seen, secretsId) })) count += 1;
        }
      }
    },
  };
}
