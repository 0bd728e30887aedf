import {
  savedSettingLimits,
  type ImportedSetting,
  type SettingsFileInput,
  type SettingsImportRequest,
} from '@shotwright/contract';
import { inTransaction, type Database, type Db, type Tx } from '../../db/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import { fieldError, invalidField } from '../../shared/app-error.ts';
import { requireRoom, storedSettingOf } from './saved-settings.service.ts';
import {
  insertSavedSetting,
  listProjectsByName,
  listSavedSettings,
  updateSavedSetting,
  type SavedSettingRow,
  type SettingUser,
} from './saved-settings.store.ts';
import type { SettingSecretsService } from './setting-secrets.service.ts';
import {
  importedOptions,
  planImport,
  settingsFileOf,
  type PlannedSetting,
} from './settings-file.rules.ts';

interface TransferDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Pick<SettingSecretsService, 'encrypt' | 'fill'>;
}

interface ImportInput {
  readonly organizationId: string;
  readonly request: SettingsImportRequest;
}

/** Export and import of saved settings as files. */
export interface TransferSettings {
  /**
   * Returns a file of all settings, or of some, without secrets. Throws `setting_not_found` (404), and
   * `validation_failed` if an import would reject the file as too large.
   */
  exportFile(user: SettingUser, ids?: readonly number[]): Promise<SettingsFileInput>;
  /** Returns the effects of an import, which it does not make. Throws its errors. */
  preview(input: ImportInput): Promise<ImportedSetting[]>;
  /**
   * Imports a file, completely or not at all. Throws `validation_failed` for a masked secret that is not
   * stored, and `conflict` (409) if the account would have too many settings.
   */
  importFile(input: ImportInput): Promise<ImportedSetting[]>;
}

/** Creates {@link TransferSettings}. */
export function createTransferSettings(deps: TransferDependencies): TransferSettings {
  const { db, clock } = deps;
  return {
    exportFile: async (user, ids) => {
      const rows = await listSavedSettings(db, { ...user, onlyIds: ids });
      const missing = ids?.find((id) => !rows.some((row) => row.id === id));
      if (missing !== undefined) {
        const message = `no saved setting of this account has the ID ${missing}`;
        throw fieldError('setting_not_found', { path: 'ids', message });
      }
      const file = settingsFileOf(rows, clock.now());
      requireImportable(file);
      return file;
    },
    preview: (input) =>
      inTransaction(db, async (tx) => {
        const plan = await planOf(tx, input);
        await requireRoom(tx, input.organizationId, countOf(plan, 'create'));
        // Finds masks without a stored secret.
        for (const planned of plan.filter(({ action }) => action !== 'skip'))
          await storedOf(deps, tx, { ...input, planned });
        return plan.map((one) => presentPlanned(one, one.existing?.id ?? null));
      }),
    importFile: (input) =>
      inTransaction(db, async (tx) => {
        // The lock comes before the plan, which depends on the names that the account has.
        await requireRoom(tx, input.organizationId, 0);
        const plan = await planOf(tx, input);
        await requireRoom(tx, input.organizationId, countOf(plan, 'create'));
        const results: ImportedSetting[] = [];
        for (const planned of plan) {
          const id = await store(deps, tx, { ...input, planned });
          results.push(presentPlanned(planned, id));
        }
        return results;
      }),
  };
}

/** An import takes no larger file. */
function requireImportable(file: SettingsFileInput): void {
  const { fileSettings, fileBytes } = savedSettingLimits;
  const { length } = file.settings;
  if (length > fileSettings) {
    throw invalidField('ids', `must name at most ${fileSettings} of the ${length} settings`);
  }
  const bytes = Buffer.byteLength(JSON.stringify(file, null, 2));
  if (bytes <= fileBytes) return;
  const message = `must name fewer settings: the file would have ${bytes} bytes, and at most ${fileBytes} can be imported`;
  throw invalidField('ids', message);
}

async function planOf(db: Db, { organizationId, request }: ImportInput): Promise<PlannedSetting[]> {
  const { file, onConflict } = request;
  const names = file.settings.flatMap(({ project }) => project ?? []);
  return planImport(file.settings, {
    rows: await listSavedSettings(db, { organizationId, projectId: null }),
    projects: await listProjectsByName(db, { organizationId, names: [...new Set(names)] }),
    onConflict,
  });
}

const countOf = (plan: readonly PlannedSetting[], action: PlannedSetting['action']): number =>
  plan.filter((one) => one.action === action).length;

type StoreInput = ImportInput & { readonly planned: PlannedSetting };

/** Stores one setting; returns the ID of the stored one, or of the one for which it is skipped. */
async function store(deps: TransferDependencies, tx: Tx, input: StoreInput): Promise<number> {
  const { organizationId, planned } = input;
  const { action, existing } = planned;
  if (action === 'skip' && existing) return existing.id;
  const stored = await storedOf(deps, tx, input);
  if (!existing) return insertSavedSetting(tx, { organizationId, ...stored });
  await updateSavedSetting(tx, { ...stored, organizationId, id: existing.id });
  return existing.id;
}

function storedOf(
  { secrets }: TransferDependencies,
  tx: Tx,
  { organizationId, planned }: StoreInput,
) {
  const { index, setting, storedName: name, project, existing } = planned;
  return storedSettingOf(secrets, tx, {
    organizationId,
    name,
    description: setting.description || null,
    projectId: project?.id ?? existing?.projectId ?? null,
    options: importedOptions(planned),
    secretsFromId: existing?.id,
    path: `file.settings.${index}.options.`,
  });
}

function presentPlanned(planned: PlannedSetting, settingId: number | null): ImportedSetting {
  const { index, setting, action, storedName, existing, project, missingOptions } = planned;
  return {
    index,
    name: setting.name,
    action,
    storedName,
    settingId,
    project: project?.name ?? projectOf(existing),
    missingProject: project ? null : (setting.project ?? null),
    missingOptions: [...missingOptions],
  };
}

function projectOf(existing: SavedSettingRow | undefined): string | null {
  return existing?.projectName ?? null;
}
