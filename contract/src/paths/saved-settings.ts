import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for saved settings. */
export const savedSettingPaths = {
  createSavedSetting: { method: 'POST', path: '/screenshot-settings' },
  listSavedSettings: { method: 'GET', path: '/screenshot-settings/list' },
  updateSavedSetting: { method: 'PUT', path: '/screenshot-settings/{id}' },
  deleteSavedSetting: { method: 'DELETE', path: '/screenshot-settings/{id}' },
} as const satisfies PathTable;
