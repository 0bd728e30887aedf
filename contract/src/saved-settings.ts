import { z } from 'zod';
import { savedOptionsSchema } from './capture-requests.ts';
import { defineEndpoint } from './endpoint.ts';
import { textLimits } from './paths/limits.ts';
import { savedSettingPaths } from './paths/saved-settings.ts';
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
    auth: 'session',
    response: { kind: 'envelope', schema: z.object({ settings: z.array(savedSettingSchema) }) },
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

/** Type inferred from {@link savedSettingSchema}. */
export type SavedSetting = z.infer<typeof savedSettingSchema>;
