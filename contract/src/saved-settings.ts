import { z } from 'zod';
import { savedOptionsSchema } from './capture-requests.ts';
import { defineEndpoint } from './endpoint.ts';
import { textLimits } from './paths/limits.ts';
import {
  importActions,
  nameConflictRules,
  savedSettingLimits,
  savedSettingPaths,
} from './paths/saved-settings.ts';
import { settingsFileSchema } from './settings/settings-file.ts';
import { nameText, wireId, wireInstant } from './wire.ts';

/**
 * A saved setting with its project's name. Header values and proxy passwords in `options` are
 * masked as `***`.
 */
export const savedSettingSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  projectId: z.int().nullable(),
  project: z.object({ name: z.string() }).nullable(),
  options: z.record(z.string(), z.string()),
  createdAt: wireInstant,
});

const tag = 'Saved settings';
const body = z.strictObject({
  name: nameText(textLimits.name),
  description: z.string().trim().max(textLimits.description).nullish(),
  options: savedOptionsSchema,
  projectId: z
    .union([z.null(), wireId], { error: 'must be null or the ID of a project' })
    .default(null),
  /**
   * Id of the setting that holds the secrets behind the masked values; an update defaults to the
   * setting itself.
   */
  secretsFromId: wireId.optional(),
});
const params = z.object({ id: wireId });
const settingResponse = {
  kind: 'envelope',
  schema: z.object({
    setting: savedSettingSchema,
    name: z.string(),
    description: z.string().nullable(),
  }),
} as const;

const { fileSettings } = savedSettingLimits;
const idList = new RegExp(String.raw`^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,${fileSettings - 1}}$`);
const exportQuery = z.strictObject({
  ids: z
    .string()
    .regex(idList, { error: `must be 1 to ${fileSettings} IDs, separated by commas` })
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .optional()
    .describe('IDs of the settings, separated by commas. Default: all.'),
});

const importBody = z.strictObject({
  file: settingsFileSchema,
  onConflict: z
    .enum(nameConflictRules, { error: `must be one of ${nameConflictRules.join(', ')}` })
    .default('keep_both')
    .describe(
      'For a name that the account already has: store the setting under a new name, replace the one of the account, or skip it.',
    ),
});

/** Effect of an import on one setting of its file. */
export const importedSettingSchema = z.object({
  /** Position in the file, from 0. */
  index: z.int(),
  /** Name in the file. */
  name: z.string(),
  action: z.enum(importActions),
  /** Name under which it is stored. */
  storedName: z.string(),
  /** The stored setting, or the one that is replaced or stays; null before it is created. */
  settingId: z.int().nullable(),
  /** Name of its project in this account. */
  project: z.string().nullable(),
  /** Name of the file's project if the account has none of this name. */
  missingProject: z.string().nullable(),
  /** Options that the export left out and that the stored setting does not have. */
  missingOptions: z.array(z.string()),
});

const importResponse = {
  kind: 'envelope',
  schema: z.object({
    settings: z.array(importedSettingSchema),
    counts: z.object({ created: z.int(), replaced: z.int(), skipped: z.int() }),
  }),
} as const;

/** Endpoints for saved capture options. */
export const savedSettingEndpoints = {
  createSavedSetting: defineEndpoint({
    ...savedSettingPaths.createSavedSetting,
    operationId: 'createSavedSetting',
    summary: 'Save the options of a capture',
    tag,
    auth: 'session',
    successStatus: 201,
    body,
    response: settingResponse,
    isIdempotent: true,
  }),
  listSavedSettings: defineEndpoint({
    ...savedSettingPaths.listSavedSettings,
    operationId: 'listSavedSettings',
    summary: 'List saved settings, newest first',
    tag,
    auth: 'session_or_key',
    response: { kind: 'envelope', schema: z.object({ settings: z.array(savedSettingSchema) }) },
  }),
  getSavedSetting: defineEndpoint({
    ...savedSettingPaths.getSavedSetting,
    operationId: 'getSavedSetting',
    summary: 'Read a saved setting',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: savedSettingSchema },
  }),
  exportSavedSettings: defineEndpoint({
    ...savedSettingPaths.exportSavedSettings,
    operationId: 'exportSavedSettings',
    summary: 'Download saved settings as a JSON file without secrets',
    tag,
    auth: 'session_or_key',
    query: exportQuery,
    response: { kind: 'binary', contentTypes: ['application/json'] },
    errorStatuses: [404],
  }),
  previewSettingsImport: defineEndpoint({
    ...savedSettingPaths.previewSettingsImport,
    operationId: 'previewSettingsImport',
    summary: 'Check a file of settings: what an import would create, replace or skip',
    tag,
    auth: 'session_or_key',
    body: importBody,
    nestedOptions: ['file'],
    response: importResponse,
    errorStatuses: [409],
  }),
  importSavedSettings: defineEndpoint({
    ...savedSettingPaths.importSavedSettings,
    operationId: 'importSavedSettings',
    summary: 'Import a file of settings, completely or not at all',
    tag,
    auth: 'session_or_key',
    body: importBody,
    nestedOptions: ['file'],
    response: importResponse,
    isIdempotent: true,
    errorStatuses: [409],
  }),
  updateSavedSetting: defineEndpoint({
    ...savedSettingPaths.updateSavedSetting,
    operationId: 'updateSavedSetting',
    summary: 'Replace a saved setting',
    tag,
    auth: 'session',
    params,
    body,
    response: settingResponse,
  }),
  deleteSavedSetting: defineEndpoint({
    ...savedSettingPaths.deleteSavedSetting,
    operationId: 'deleteSavedSetting',
    summary: 'Delete a saved setting',
    tag,
    auth: 'session',
    params,
    response: { kind: 'envelope', schema: z.object({}) },
  }),
} as const;

/** Parsed query of an export. */
export type SettingsExportQuery = z.output<typeof exportQuery>;
/** Parsed request for an import. */
export type SettingsImportRequest = z.output<typeof importBody>;
/** Type inferred from {@link importedSettingSchema}. */
export type ImportedSetting = z.infer<typeof importedSettingSchema>;
/** Type inferred from {@link savedSettingSchema}. */
export type SavedSetting = z.infer<typeof savedSettingSchema>;
