import { z } from 'zod';
import { findOptionConflict } from '../capture-options/exclusions.ts';
import { optionNamesOf } from '../capture-options/table.ts';
import { htmlCaptureSchema, savedOptionsSchema, urlCaptureSchema } from '../capture-requests.ts';
import { textLimits } from '../paths/limits.ts';
import {
  omissionReasons,
  savedSettingLimits,
  settingsFileFormat,
} from '../paths/saved-settings.ts';
import { nameText, wireInstant } from '../wire.ts';

/** Schemas of the values that a setting can have, by its kind of capture. */
const valueSchemas: Readonly<Record<'url' | 'html', Readonly<Record<string, z.ZodType>>>> = {
  url: urlCaptureSchema.shape,
  html: htmlCaptureSchema.shape,
};

/** Options of a setting in a file: those of a capture, each with a valid value. They become text. */
const fileOptionsSchema = savedOptionsSchema.superRefine((texts, context) => {
  const { mode = texts.url === undefined && texts.html !== undefined ? 'html' : 'url' } = texts;
  const taken: readonly string[] = optionNamesOf(mode);
  const values: Record<string, unknown> = {};
  const report = (name: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [name], message });
  };
  for (const [name, text] of Object.entries(texts)) {
    if (name === 'mode' || text === undefined) continue;
    if (!taken.includes(name)) {
      report(name, `is not an option of a capture of ${mode === 'url' ? 'a URL' : 'HTML'}`);
      continue;
    }
    const result = valueSchemas[mode][name]?.safeParse(text);
    if (result?.success) values[name] = result.data;
    const [issue] = result?.error?.issues ?? [];
    if (issue) report(name, issue.code === 'too_small' ? 'must not be empty' : issue.message);
  }
  const conflict = findOptionConflict(values);
  if (conflict) report(conflict.name, conflict.message);
});

/** A setting in a file. */
const fileSettingSchema = z.strictObject({
  name: nameText(textLimits.name),
  description: z.string().trim().max(textLimits.description).nullish(),
  /** Name of its project. */
  project: z.string().max(textLimits.name).nullish(),
  options: fileOptionsSchema,
  /** Options that the export has left out, with the reason. */
  omitted: z
    .array(z.strictObject({ option: z.string().max(100), reason: z.enum(omissionReasons) }))
    .max(100)
    .optional(),
});

/** File of exported settings. */
export const settingsFileSchema = z.strictObject({
  format: z.literal(settingsFileFormat.name, {
    error: `must be ${settingsFileFormat.name}: import a file that was exported from saved settings`,
  }),
  version: z.literal(settingsFileFormat.version, {
    error: `must be ${settingsFileFormat.version}, the version that this release reads`,
  }),
  exportedAt: wireInstant.optional(),
  settings: z
    .array(fileSettingSchema, { error: 'must be a list of settings' })
    .min(1, { error: 'must have at least one setting' })
    .max(savedSettingLimits.fileSettings, {
      error: `must have at most ${savedSettingLimits.fileSettings} settings`,
    }),
});

/** A parsed file of exported settings. */
export type SettingsFile = z.output<typeof settingsFileSchema>;
/** A file of exported settings as it is written. */
export type SettingsFileInput = z.input<typeof settingsFileSchema>;
/** A setting of a parsed file. */
export type FileSetting = SettingsFile['settings'][number];
