import type { SavedSetting } from '@shotwright/contract';
import { maskOptions } from './setting-secrets.rules.ts';
import type { SavedSettingRow } from './saved-settings.store.ts';

/**
 * Converts a saved setting to its wire format. Secrets are masked, also those of a row that an
 * older release stored in plain text.
 */
export function presentSavedSetting(row: SavedSettingRow): SavedSetting {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    projectId: row.projectId,
    project: row.projectName === null ? null : { name: row.projectName },
    options: maskOptions(row.options),
    createdAt: row.createdAt.toISOString(),
  };
}
