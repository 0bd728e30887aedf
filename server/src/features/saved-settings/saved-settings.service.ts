import { inTransaction, type Database, type Db, type Tx } from '../../db/transaction.ts';
import { notFound } from '../../lib/app-error.ts';
import {
  insertSavedSetting,
  listSavedSettings,
  removeSavedSetting,
  updateSavedSetting,
  type SavedSettingRow,
  type SavedSettingValues,
} from './saved-settings.store.ts';

interface SavedSettingsDependencies {
  readonly db: Database;
  /** Throws `project_not_found` unless the project is the organisation's. */
  requireProject(tx: Tx, input: { organizationId: string; projectId: number }): Promise<number>;
}

/** Capture options kept by name. */
export interface SavedSettingsService {
  list(organizationId: string): Promise<SavedSettingRow[]>;
  create(input: SavedSettingValues & { organizationId: string }): Promise<SavedSettingRow>;
  /** Throws `setting_not_found`. */
  replace(
    input: SavedSettingValues & { organizationId: string; id: number },
  ): Promise<SavedSettingRow>;
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

/** See {@link SavedSettingsService}. */
export function createSavedSettingsService(deps: SavedSettingsDependencies): SavedSettingsService {
  const { db } = deps;
  const checkProject = async (
    tx: Tx,
    { organizationId, projectId }: { organizationId: string; projectId: number | null },
  ): Promise<void> => {
    if (projectId !== null) await deps.requireProject(tx, { organizationId, projectId });
  };
  return {
    list: (organizationId) => listSavedSettings(db, { organizationId }),
    create: (input) =>
      inTransaction(db, async (tx) => {
        await checkProject(tx, input);
        const id = await insertSavedSetting(tx, input);
        return getSavedSetting(tx, { organizationId: input.organizationId, id });
      }),
    replace: (input) =>
      inTransaction(db, async (tx) => {
        await getSavedSetting(tx, input);
        await checkProject(tx, input);
        await updateSavedSetting(tx, input);
        return getSavedSetting(tx, input);
      }),
    remove: async (input) => {
      if (!(await removeSavedSetting(db, input))) throw missing();
    },
  };
}
