import { secretOptionNames } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Options as stored: masked, with the encrypted secrets beside them. */
export interface EncryptedOptions {
  readonly options: Readonly<Record<string, string>>;
  readonly encryptedSecrets: Buffer | null;
}

/** Fields from which the secrets of a setting are decrypted. */
export interface SettingSecretsRow {
  readonly options: Record<string, string>;
  readonly secretsId: string;
  readonly encryptedSecrets: Buffer | null;
}

const columns = [
  'options',
  'secrets_id as secretsId',
  'secrets_sealed as encryptedSecrets',
] as const;

/** Returns the encrypted secrets of an organisation's setting. */
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

/** A setting that captures can use. */
export interface UsableSettingRow extends SettingSecretsRow {
  readonly id: number;
  readonly projectId: number | null;
  /** Size of the options as stored. Unit: bytes. */
  readonly sizeBytes: number;
}

/**
 * Settings of an organisation that a caller may use: of a caller with one project, those of the
 * project and those without one.
 */
export async function listUsableSettings(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly projectId: number | null;
    readonly ids: readonly number[];
  },
): Promise<UsableSettingRow[]> {
  const { projectId } = input;
  let query = db
    .selectFrom('saved_settings')
    .select([
      'id',
      'project_id as projectId',
      sql<number>`octet_length(options::text) + coalesce(octet_length(secrets_sealed), 0)`.as(
        'sizeBytes',
      ),
      ...columns,
    ])
    .where('organization_id', '=', input.organizationId)
    .where('id', 'in', input.ids);
  if (projectId !== null)
    query = query.where((eb) =>
      eb.or([eb('project_id', 'is', null), eb('project_id', '=', projectId)]),
    );
  return query.execute();
}

// Literals, not parameters, so that the partial index of migration 0013 is used.
const secretNames = sql.join(secretOptionNames.map((name) => sql.lit(name)));

/** Settings of all organisations that an older release stored in plain text. */
export async function listUnsealedSettings(
  db: Db,
  limit: number,
): Promise<(SettingSecretsRow & { readonly id: number })[]> {
  return db
    .selectFrom('saved_settings')
    .select(['id', ...columns])
    .where('secrets_sealed', 'is', null)
    .where(sql<boolean>`options ?| array[${secretNames}]`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Replaces the options of a setting if they are still the ones read. Returns false if they have
 * changed.
 */
export async function encryptSetting(
  db: Db,
  input: EncryptedOptions & {
    readonly id: number;
    readonly seen: Readonly<Record<string, string>>;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_settings')
    .set({ options: JSON.stringify(input.options), secrets_sealed: input.encryptedSecrets })
    .where('id', '=', input.id)
    .where('secrets_sealed', 'is', null)
    .where(sql<boolean>`options = ${JSON.stringify(input.seen)}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
