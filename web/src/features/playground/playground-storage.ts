import type { LoadedSetting } from '../../lib/loaded-setting.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { trust } from '../../lib/trust.ts';
import { defaultForm, type CaptureForm } from './capture-form.rules.ts';

/** Names of what the playground keeps in the browser. */
export const playgroundKeys = {
  /** Session: the form as it was left, with the id of whom it belongs to. */
  draft: 'playgroundDraft',
  /** Local: `open` or `hidden`. */
  preview: 'playgroundPreview',
  /** Local: the project chosen last. */
  project: 'playgroundProject',
  /** Local: names of the devices chosen last, as JSON. */
  devices: 'playgroundDevices',
  /** Local: `hidden` once the help was dismissed. */
  help: 'playgroundHelp',
  /** Local: the language of code samples; the documentation shares it. */
  language: 'sampleLanguage',
} as const;

/** The setting that was handed over, if one was; does not remove it. */
export function readLoadedSetting(): LoadedSetting | undefined {
  const value = trust<Partial<LoadedSetting> | undefined>(
    readJson(sessionStorage, storageKeys.loadedSettings),
  );
  const { action, setting } = value ?? {};
  if (action !== 'view' && action !== 'edit' && action !== 'capture') return undefined;
  return typeof setting?.options === 'object' ? { action, setting } : undefined;
}

/** The form this person left in this tab, if any. */
export function readDraft(userId: string): CaptureForm | undefined {
  const value = trust<{ userId: string; form: Partial<CaptureForm> } | undefined>(
    readJson(sessionStorage, playgroundKeys.draft),
  );
  if (value?.userId !== userId || typeof value.form !== 'object') return undefined;
  const known = Object.entries(defaultForm).map(([name, fallback]) => {
    const kept: unknown = trust<Record<string, unknown>>(value.form)[name];
    return [name, typeof kept === typeof fallback ? kept : fallback];
  });
  return trust<CaptureForm>(Object.fromEntries(known));
}

/** Keeps the form for a reload; without its HTML where that is more than the browser keeps. */
export function writeDraft(userId: string, form: CaptureForm): void {
  for (const kept of [form, { ...form, html: '' }]) {
    if (writeText(sessionStorage, playgroundKeys.draft, JSON.stringify({ userId, form: kept }))) {
      return;
    }
  }
}

/** Names of the devices chosen last, newest first. */
export function readRecentDevices(): string[] {
  const value = readJson(localStorage, playgroundKeys.devices);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string').slice(0, 4) : [];
}

/** Puts a device at the front of those chosen last; answers them all. */
export function rememberDevice(name: string): string[] {
  const others = readRecentDevices().filter((one) => one !== name);
  const recent = [name, ...others].slice(0, 4);
  writeText(localStorage, playgroundKeys.devices, JSON.stringify(recent));
  return recent;
}

/** Keeps a text; false where the browser refuses. */
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
