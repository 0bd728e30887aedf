import type { SavedSetting } from '@shotwright/contract';
import { maskOptions } from './setting-secrets.rules.ts';
import type { SavedSettingRow } from './saved-settings.store.ts';

/** Row → wire. Secrets are masked, also those of a row that an older release saved in clear. */
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
