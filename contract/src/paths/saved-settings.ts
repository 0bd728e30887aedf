import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for saved settings. */
export const savedSettingPaths = {
  createSavedSetting: { method: 'POST', path: '/screenshot-settings' },
  listSavedSettings: { method: 'GET', path: '/screenshot-settings/list' },
  exportSavedSettings: { method: 'GET', path: '/screenshot-settings/export' },
  previewSettingsImport: { method: 'POST', path: '/screenshot-settings/import/preview' },
  importSavedSettings: { method: 'POST', path: '/screenshot-settings/import' },
  getSavedSetting: { method: 'GET', path: '/screenshot-settings/{id}' },
  updateSavedSetting: { method: 'PUT', path: '/screenshot-settings/{id}' },
  deleteSavedSetting: { method: 'DELETE', path: '/screenshot-settings/{id}' },
} as const satisfies PathTable;

/** Limits of saved settings. */
export const savedSettingLimits = {
  /** Settings of one account. */
  perOrganization: 1_000,
  /** Settings of one file. */
  fileSettings: 200,
  /** Size of a file. Unit: bytes. */
  fileBytes: 3 * 1024 * 1024,
} as const;

/** Format of files of exported settings. */
export const settingsFileFormat = { name: 'shotwright-settings', version: 1 } as const;

/**
 * Reasons for which an export leaves an option out: it is a secret, or the ID of something that only
 * the account has.
 */
export const omissionReasons = ['secret', 'account'] as const;

/** Ways of importing a setting whose name the account already has. */
export const nameConflictRules = ['keep_both', 'replace', 'skip'] as const;
/** One of the {@link nameConflictRules}. */
export type NameConflictRule = (typeof nameConflictRules)[number];

/** Effects of an import on one setting of its file. */
export const importActions = ['create', 'replace', 'skip'] as const;
/** One of the {@link importActions}. */
export type ImportAction = (typeof importActions)[number];
