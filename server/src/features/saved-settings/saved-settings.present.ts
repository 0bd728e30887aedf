import type { SavedSetting } from '@shotwright/contract';
import type { SavedSettingRow } from './saved-settings.store.ts';

/** Row → wire. */
export function presentSavedSetting(row: SavedSettingRow): SavedSetting {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    projectId: row.projectId,
    project: row.projectName === null ? null : { name: row.projectName },
    options: row.options,
    createdAt: row.createdAt.toISOString(),
  };
}
