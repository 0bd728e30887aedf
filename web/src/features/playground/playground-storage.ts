import { formValuesOf } from '@shotwright/contract/capture-options';
import type { SettingHandoff } from '../../lib/storage/setting-handoff.ts';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';
import { defaultForm, type CaptureForm } from './form/capture-form.rules.ts';
import type { HistoryEntry } from './history/history.rules.ts';

/** Storage keys of the playground. */
export const playgroundKeys = {
  /** Session: the unsaved form, with the ID of its user. */
  draft: 'playgroundDraft',
  /** Session: the captures of this tab, with the ID of their user. */
  history: 'playgroundHistory',
  /** Local: `open` or `hidden`. */
  preview: 'playgroundPreview',
  /** Local: ID of the last selected project. */
  project: 'playgroundProject',
  /** Local: names of the recently selected devices, as JSON. */
  devices: 'playgroundDevices',
  /** Local: `hidden` once the help was dismissed. */
  help: 'playgroundHelp',
  /** Local: language of the code samples, shared with the documentation. */
  language: 'sampleLanguage',
  /** Local: last chosen sample of a link. */
  linkSample: 'linkSample',
} as const;

/**
 * Returns the saved setting that was handed over, or undefined if there is none; does not remove
 * it.
 */
export function readHandoff(): SettingHandoff | undefined {
  const value = unsafeCast<Partial<SettingHandoff> | undefined>(
    readJson(sessionStorage, storageKeys.loadedSettings),
  );
  const { action, setting } = value ?? {};
  if (action !== 'view' && action !== 'edit' && action !== 'capture') return undefined;
  return typeof setting?.options === 'object' ? { action, setting } : undefined;
}

/** Draft as it is stored. */
interface StoredDraft {
  readonly userId: string;
  readonly form: Record<string, unknown> | null;
  /** Search parameters of the page when the draft was stored. */
  readonly search?: string;
}

function readStoredDraft(userId: string): StoredDraft | undefined {
  const draft = unsafeCast<StoredDraft | undefined>(readJson(sessionStorage, playgroundKeys.draft));
  return draft?.userId === userId ? draft : undefined;
}

/** Returns true if these search parameters were those of the page when the draft was stored. */
export function isSearchOfDraft(userId: string, search: URLSearchParams): boolean {
  return readStoredDraft(userId)?.search === search.toString();
}

/** Returns the draft of this user in this tab, or undefined if there is none. */
export function readDraft(userId: string): CaptureForm | undefined {
  const draft = readStoredDraft(userId);
  if (typeof draft?.form !== 'object') return undefined;
  const stored = draft.form ?? {};
  const read = (name: keyof CaptureForm) => {
    const value = stored[name] ?? stored[earlierNameOf(name)];
    return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
  };
  const mode = read('mode') === 'html' ? 'html' : 'url';
  return { ...formValuesOf(read, mode), setting_id: read('setting_id') ?? '' };
}

/** Name of a value in a draft that an earlier release stored. */
function earlierNameOf(name: string): string {
  if (name === 'emulate_device') return 'device';
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Stores the form for a reload, without its HTML if that exceeds the browser's storage. `search`: parameters
 * that the page has when it is loaded again.
 */
export function writeDraft(userId: string, form: CaptureForm, search?: URLSearchParams): void {
  for (const kept of [form, { ...form, html: '' }]) {
    const stored = JSON.stringify({ userId, form: kept, search: search?.toString() });
    if (writeText(sessionStorage, playgroundKeys.draft, stored)) return;
  }
}

/** Returns the captures of this user in this tab, newest first. */
export function readHistory(userId: string): readonly HistoryEntry[] {
  const stored = unsafeCast<{ userId: string; entries: unknown } | undefined>(
    readJson(sessionStorage, playgroundKeys.history),
  );
  if (stored?.userId !== userId || !Array.isArray(stored.entries)) return [];
  // An earlier release may have stored a form with fewer options.
  return unsafeCast<readonly HistoryEntry[]>(stored.entries).map((entry) => ({
    ...entry,
    form: { ...defaultForm, ...entry.form },
  }));
}

/** Stores the captures of this tab, without the oldest ones if they exceed the browser's storage. */
export function writeHistory(userId: string, entries: readonly HistoryEntry[]): void {
  for (let count = entries.length; count > 0; count -= 1) {
    const stored = JSON.stringify({ userId, entries: entries.slice(0, count) });
    if (writeText(sessionStorage, playgroundKeys.history, stored)) return;
  }
}

/** Returns the names of the recently selected devices, newest first. */
export function readRecentDevices(): string[] {
  const value = readJson(localStorage, playgroundKeys.devices);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string').slice(0, 4) : [];
}

/** Moves a device to the front of the recent ones and returns the list. */
export function rememberDevice(name: string): string[] {
  const others = readRecentDevices().filter((one) => one !== name);
  const recent = [name, ...others].slice(0, 4);
  writeText(localStorage, playgroundKeys.devices, JSON.stringify(recent));
  return recent;
}

/** Stores a text; returns false if the browser rejects it. */
export function writeText(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function readJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
