import type { Screenshot } from '@shotwright/contract';
import { captureFormDefaults, secretOptionNames } from '@shotwright/contract/capture-options';
import { isMasked, type CaptureForm } from '../form/capture-form.rules.ts';

/** A finished capture of this tab, with the options that made it. */
export interface HistoryEntry {
  readonly id: string;
  /** Without secrets; masked ones refer to the stored secrets of a saved setting. */
  readonly form: CaptureForm;
  readonly hasSecrets: boolean;
  readonly thumbnailUrl: string | null;
  /** True if the file can be compared. */
  readonly isImage: boolean;
  readonly createdAt: string;
}

/** Captures that are listed. */
export const historyCount = 12;

/** Returns the entry of a capture; undefined if it has no file. */
export function entryOf(screenshot: Screenshot, form: CaptureForm): HistoryEntry | undefined {
  if (screenshot.status !== 'COMPLETE' || screenshot.screenshotUrl === null) return undefined;
  const secrets = secretOptionNames.filter((name) => form[name] !== '' && !isMasked(form[name]));
  const empty = Object.fromEntries(secrets.map((name) => [name, captureFormDefaults[name]]));
  return {
    id: screenshot.id,
    form: { ...form, ...empty },
    hasSecrets: secrets.length > 0,
    thumbnailUrl: screenshot.thumbnailUrl,
    isImage: screenshot.previewUrl === undefined,
    createdAt: screenshot.createdAt,
  };
}

/** Returns the entries with a new one at the front; one of the same capture is replaced. */
export function withEntry(entries: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  return [entry, ...entries.filter(({ id }) => id !== entry.id)].slice(0, historyCount);
}

/** Returns the URL of the page that compares two entries, the older one first; else undefined. */
export function comparisonOf(
  entries: readonly HistoryEntry[],
  ids: readonly string[],
): string | undefined {
  // Newest first.
  const [b, a, ...more] = entries.filter(({ id }) => ids.includes(id));
  if (a === undefined || b === undefined || more.length > 0) return undefined;
  return `/dashboard/compare?a=${a.id}&b=${b.id}`;
}
