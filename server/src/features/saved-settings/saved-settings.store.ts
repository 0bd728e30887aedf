import type { Db } from '../../db/transaction.ts';
import type { EncryptedOptions } from './setting-secrets.store.ts';

/** A saved setting with its project's name. */
export interface SavedSettingRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly projectId: number | null;
  readonly projectName: string | null;
  readonly options: Record<string, string>;
  readonly createdAt: Date;
}

/** Values of a setting that are stored unencrypted. */
export interface SavedSettingValues {
  readonly name: string;
  readonly description: string | null;
  readonly projectId: number | null;
}

/** A stored setting; its secrets are encrypted under `secretsId`. */
export interface StoredSetting extends SavedSettingValues, EncryptedOptions {
  readonly secretsId: string;
}

/** Settings of an organisation, newest first; `onlyId` narrows to one. */
export async function listSavedSettings(
  db: Db,
  input: { organizationId: string; onlyId?: number },
): Promise<SavedSettingRow[]> {
  let query = db
    .selectFrom('saved_settings as s')
    .leftJoin('projects as p', 'p.id', 's.project_id')
    .select([
      's.id',
      's.name',
      's.description',
      's.project_id as projectId',
      'p.name as projectName',
      's.options',
      's.created_at as createdAt',
    ])
    .where('s.organization_id', '=', input.organizationId)
    .orderBy('s.id', 'desc');
  if (input.onlyId !== undefined) query = query.where('s.id', '=', input.onlyId);
  return query.execute();
}

const columnsOf = (values: StoredSetting) => ({
  name: values.name,
  description: values.description,
  project_id: values.projectId,
  options: JSON.stringify(values.options),
  secrets_id: values.secretsId,
  secrets_sealed: values.encryptedSecrets,
});

/** Inserts a setting; returns its id. */
export async function insertSavedSetting(
  db: Db,
  input: StoredSetting & { organizationId: string },
): Promise<number> {
  const row = await db
    .insertInto('saved_settings')
    .values({ organization_id: input.organizationId, ...columnsOf(input) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Replaces a setting. */
export async function updateSavedSetting(
  db: Db,
  input: StoredSetting & { organizationId: string; id: number },
): Promise<void> {
  await db
    .updateTable('saved_settings')
    .set(columnsOf(input))
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .execute();
}

/** Deletes a setting. Returns false if it does not exist. */
export async function removeSavedSetting(
  db: Db,
  input: { organizationId: string; id: number },
): Promise<boolean> {
  const result = await db
    .deleteFrom('saved_settings')
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
