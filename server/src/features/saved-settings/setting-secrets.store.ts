import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Options as they are stored: masked, beside what they hide. */
export interface EncryptedOptions {
  readonly options: Readonly<Record<string, string>>;
  readonly secretsSealed: Buffer | null;
}

/** What the secrets of a setting are read from. */
export interface SettingSecretsRow {
  readonly options: Record<string, string>;
  readonly secretsId: string;
  readonly secretsSealed: Buffer | null;
}

const columns = ['options', 'secrets_id as secretsId', 'secrets_sealed as secretsSealed'] as const;

/** The encrypted secrets of an organisation's setting. */
export async function findSettingSecrets(
  db: Db,
  input: { readonly organizationId: string; readonly id: number },
): Promise<SettingSecretsRow | undefined> {
  return db
    .selectFrom('saved_settings')
    .select(columns)
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .executeTakeFirst();
}

/** Settings of all organisations that an older release saved in clear. */
export async function listUnsealedSettings(
  db: Db,
  limit: number,
): Promise<(SettingSecretsRow & { readonly id: number })[]> {
  return db
    .selectFrom('saved_settings')
    .select(['id', ...columns])
    .where('secrets_sealed', 'is', null)
    .where(sql<boolean>`options ?| array['proxy_url', 'custom_header']`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Replaces the options of a setting that still are as they were seen; false: they are not. */
export async function sealSetting(
  db: Db,
  input: EncryptedOptions & {
    readonly id: number;
    readonly seen: Readonly<Record<string, string>>;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_settings')
    .set({ options: JSON.stringify(input.options), secrets_sealed: input.secretsSealed })
    .where('id', '=', input.id)
    .where('secrets_sealed', 'is', null)
    .where(sql<boolean>`options = ${JSON.stringify(input.seen)}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
