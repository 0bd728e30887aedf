import type { SavedSetting } from '@shotwright/contract';
import { storageKeys } from './storage-keys.ts';

/** Action of the playground for a loaded setting. */
export type HandoffAction = 'view' | 'edit' | 'capture';

/** Saved setting that is handed over to the playground. Source: specification §4. */
export interface SettingHandoff {
  readonly action: HandoffAction;
  readonly setting: SavedSetting;
}

/** Stores a setting for the playground; returns false if the browser's storage is full. */
export function storeHandoff(loaded: SettingHandoff): boolean {
  try {
    sessionStorage.setItem(storageKeys.loadedSettings, JSON.stringify(loaded));
    return true;
  } catch {
    return false;
  }
}
