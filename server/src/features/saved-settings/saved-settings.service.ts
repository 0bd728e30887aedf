import { inTransaction, type Database, type Db, type Tx } from '../../db/transaction.ts';
import { savedSettingLimits } from '@shotwright/contract';
import { conflict, notFound } from '../../shared/app-error.ts';
import { countForInsert } from '../../shared/count-for-insert.ts';
import { newId } from '../../lib/ids.ts';
import {
  insertSavedSetting,
  listSavedSettings,
  removeSavedSetting,
  updateSavedSetting,
  type SavedSettingRow,
  type SavedSettingValues,
  type SettingUser,
  type StoredSetting,
} from './saved-settings.store.ts';
import type { SettingSecretsService } from './setting-secrets.service.ts';
import type { ProjectsService } from '../projects/projects.service.ts';

interface SavedSettingsDependencies {
  readonly db: Database;
  readonly secrets: Pick<SettingSecretsService, 'encrypt' | 'fill'>;
  /** Throws `project_not_found` if the project does not exist in the organisation. */
  readonly requireProject: ProjectsService['requireProject'];
}

/** User-defined values of a setting. */
export interface SettingInput extends SavedSettingValues {
  readonly organizationId: string;
  readonly options: Readonly<Record<string, string>>;
  /** Setting whose stored secrets replace the masks in `options`. */
  readonly secretsFromId?: number | undefined;
}

/** Named sets of capture options. */
export interface SavedSettingsService {
  list(user: SettingUser): Promise<SavedSettingRow[]>;
  /** Throws `setting_not_found`. */
  get(user: SettingUser, id: number): Promise<SavedSettingRow>;
  /**
   * Throws `validation_failed` for a masked value without a stored one, and `conflict` (409) if the
   * account has as many settings as it may have.
   */
  create(input: SettingInput): Promise<SavedSettingRow>;
  /** Throws `setting_not_found` and the errors of {@link create}. */
  replace(input: SettingInput & { id: number }): Promise<SavedSettingRow>;
  /** Throws `setting_not_found`. */
  remove(input: { organizationId: string; id: number }): Promise<void>;
}

const missing = () => notFound('setting_not_found', 'This saved setting does not exist.');

async function getSavedSetting(db: Db, user: SettingUser, id: number): Promise<SavedSettingRow> {
  const [row] = await listSavedSettings(db, { ...user, onlyIds: [id] });
  if (!row) throw missing();
  return row;
}

/** Throws `conflict` (409) if the account would have more settings than it may have. */
export async function requireRoom(tx: Tx, organizationId: string, added: number): Promise<void> {
  const { perOrganization } = savedSettingLimits;
  if ((await countForInsert(tx, 'saved_settings', organizationId)) + added <= perOrganization)
    return;
  throw conflict(
    `An account has at most ${perOrganization} saved settings. Delete some that are no longer needed.`,
  );
}

/**
 * Returns a setting as it is stored: with the secrets of the setting `secretsFromId` in place of masks,
 * and encrypted. Throws `validation_failed` below `path` for a mask without a stored value.
 */
export async function storedSettingOf(
  secrets: SavedSettingsDependencies['secrets'],
  tx: Tx,
  { path = 'options.', ...input }: SettingInput & { readonly path?: string },
): Promise<StoredSetting> {
  const { organizationId, options: given, secretsFromId: settingId, ...values } = input;
  const filled = await secrets.fill(tx, { organizationId, settingId, given, path });
  // A new context each time, so that an older encrypted value cannot be restored into the row.
  const secretsId = newId();
  return { ...values, secretsId, ...secrets.encrypt({ ...given, ...filled }, secretsId) };
}

/** Creates a {@link SavedSettingsService} that stores secrets encrypted. */
export function createSavedSettingsService(deps: SavedSettingsDependencies): SavedSettingsService {
  const { db } = deps;
  const checkProject = async (
    tx: Tx,
    { organizationId, projectId }: { organizationId: string; projectId: number | null },
  ): Promise<void> => {
    if (projectId !== null)
      await deps.requireProject(tx, { organizationId, projectId, field: 'projectId' });
  };
  return {
    list: (user) => listSavedSettings(db, user),
    get: (user, id) => getSavedSetting(db, user, id),
    create: (input) =>
      inTransaction(db, async (tx) => {
        const { organizationId } = input;
        await requireRoom(tx, organizationId, 1);
        await checkProject(tx, input);
        const stored = await storedSettingOf(deps.secrets, tx, input);
        const id = await insertSavedSetting(tx, { organizationId, ...stored });
        return getSavedSetting(tx, { organizationId, projectId: null }, id);
      }),
    replace: (input) =>
      inTransaction(db, async (tx) => {
        const { id, ...values } = input;
        const { organizationId } = values;
        const user = { organizationId, projectId: null };
        await getSavedSetting(tx, user, id);
        await checkProject(tx, input);
        const stored = await storedSettingOf(deps.secrets, tx, values);
        await updateSavedSetting(tx, { ...stored, organizationId, id });
        return getSavedSetting(tx, user, id);
      }),
    remove: async (input) => {
      if (!(await removeSavedSetting(db, input))) throw missing();
    },
  };
}
