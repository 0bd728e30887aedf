import type { ImportedSetting } from '@shotwright/contract';
import { savedSettingLimits } from '@shotwright/contract/paths';
import { ApiError } from '../../../lib/api/error.ts';
import { formatSize } from '../../../lib/format/format.ts';
import { settingsFileMessages as messages } from '../../../lib/messages/captures/settings-import.ts';

/** Text of a file after parsing: its JSON, or what is wrong. Both undefined: there is no text. */
export interface ReadSettingsText {
  readonly file?: unknown;
  readonly problem?: string;
}

/** Parses the text of a file. */
export function readSettingsText(text: string): ReadSettingsText {
  if (text.trim() === '') return {};
  if (new Blob([text]).size > savedSettingLimits.fileBytes) return { problem: tooLarge() };
  try {
    const file: unknown = JSON.parse(text);
    return { file };
  } catch (error) {
    const reason = error instanceof Error ? error.message : messages.notJsonFallback;
    return { problem: messages.notJson(reason) };
  }
}

/** Returns the text of a chosen file, or why it cannot be read. */
export async function readSettingsFile(
  file: File,
): Promise<{ readonly text?: string; readonly problem?: string }> {
  if (file.size > savedSettingLimits.fileBytes) return { problem: tooLarge() };
  const text = await file.text().catch(() => undefined);
  // Text has no zero bytes; images do.
  if (text === undefined || text.includes('\0')) return { problem: messages.fileUnreadable };
  return { text };
}

function tooLarge(): string {
  return messages.fileTooLarge(formatSize(savedSettingLimits.fileBytes));
}

/** Problems of a file as sentences, and the number of those that the server does not name. */
export interface FileProblems {
  readonly sentences: readonly string[];
  readonly more: number;
}

/** Returns the problems that an error names; undefined for an error that is not about the file. */
export function problemsOf(error: unknown): FileProblems | undefined {
  if (!(error instanceof ApiError) || error.data?.code !== 'validation_failed') return undefined;
  const { fields = [], more = 0 } = error.data.details ?? {};
  const sentences = fields.map(({ path, message }) =>
    /^[A-Z]/.test(message) ? message : `${path.replace(/^file\.?/, '') || 'The file'} ${message}.`,
  );
  return sentences.length === 0 ? undefined : { sentences, more };
}

/** Returns the number of settings that an import stores. */
export function importedCount(settings: readonly Pick<ImportedSetting, 'action'>[]): number {
  return settings.filter(({ action }) => action !== 'skip').length;
}
