import type { Db } from '../../db/transaction.ts';
import type { EncryptedOptions } from './setting-secrets.store.ts';

/** Caller who uses settings. */
export interface SettingUser {
  readonly organizationId: string;
  /** The only project that the caller may access; null if all. */
  readonly projectId: number | null;
}

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

/**
 * Settings of an organisation that a caller may use, newest first: of a caller with one project, those
 * of the project and those without one. `onlyIds` narrows to some.
 */
export async function listSavedSettings(
  db: Db,
  input: SettingUser & { readonly onlyIds?: readonly number[] | undefined },
): Promise<SavedSettingRow[]> {
  const { projectId, onlyIds } = input;
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
  if (onlyIds !== undefined) query = query.where('s.id', 'in', onlyIds);
  if (projectId !== null)
    query = query.where((eb) =>
      eb.or([eb('s.project_id', 'is', null), eb('s.project_id', '=', projectId)]),
    );
  return query.execute();
}

/** Projects of an organisation with one of the names, oldest first. */
export async function listProjectsByName(
  db: Db,
  input: { readonly organizationId: string; readonly names: readonly string[] },
): Promise<{ readonly id: number; readonly name: string }[]> {
  if (input.names.length === 0) return [];
  return db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('organization_id', '=', input.organizationId)
    .where('name', 'in', input.names)
    .orderBy('id')
    .execute();
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
