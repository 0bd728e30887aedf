import { inTransaction, type Database, type Db, type Tx } from '../../db/transaction.ts';
import { notFound } from '../../shared/app-error.ts';
import { newId } from '../../lib/ids.ts';
import {
  insertSavedSetting,
  listSavedSettings,
  removeSavedSetting,
  updateSavedSetting,
  type SavedSettingRow,
  type SavedSettingValues,
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
interface SettingInput extends SavedSettingValues {
  readonly organizationId: string;
  readonly options: Readonly<Record<string, string>>;
  /** Setting whose stored secrets replace the masks in `options`. */
  readonly secretsFromId?: number | undefined;
}

/** Named sets of capture options. */
export interface SavedSettingsService {
  list(organizationId: string): Promise<SavedSettingRow[]>;
  /** Throws `validation_failed` for a masked value without a stored one. */
  create(input: SettingInput): Promise<SavedSettingRow>;
  /** Throws `setting_not_found` and the errors of {@link create}. */
  replace(input: SettingInput & { id: number }): Promise<SavedSettingRow>;
  /** Throws `setting_not_found`. */
  remove(input: { organizationId: string; id: number }): Promise<void>;
}

const missing = () => notFound('setting_not_found', 'This saved setting does not exist.');

async function getSavedSetting(
  db: Db,
  input: { organizationId: string; id: number },
): Promise<SavedSettingRow> {
  const [row] = await listSavedSettings(db, {
    organizationId: input.organizationId,
    onlyId: input.id,
  });
  if (!row) throw missing();
  return row;
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
  const encrypted = async (tx: Tx, input: SettingInput): Promise<StoredSetting> => {
    const { organizationId, options: given, secretsFromId: settingId, ...values } = input;
    const path = 'options.';
    const filled = await deps.secrets.fill(tx, { organizationId, settingId, given, path });
    // A new context each time, so that an older encrypted value cannot be restored into the row.
    const secretsId = newId();
    return { ...values, secretsId, ...deps.secrets.encrypt({ ...given, ...filled }, secretsId) };
  };
  return {
    list: (organizationId) => listSavedSettings(db, { organizationId }),
    create: (input) =>
      inTransaction(db, async (tx) => {
        await checkProject(tx, input);
        const { organizationId } = input;
        const id = await insertSavedSetting(tx, {
          organizationId,
          ...(await encrypted(tx, input)),
        });
        return getSavedSetting(tx, { organizationId, id });
      }),
    replace: (input) =>
      inTransaction(db, async (tx) => {
        await getSavedSetting(tx, input);
        await checkProject(tx, input);
        const { organizationId, id } = input;
        await updateSavedSetting(tx, { ...(await encrypted(tx, input)), organizationId, id });
        return getSavedSetting(tx, input);
      }),
    remove: async (input) => {
      if (!(await removeSavedSetting(db, input))) throw missing();
    },
  };
}
