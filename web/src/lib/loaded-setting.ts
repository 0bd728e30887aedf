import type { SavedSetting } from '@shotwright/contract';
import { storageKeys } from './storage-keys.ts';

/** What the playground is to do with a setting. */
export type LoadedSettingAction = 'view' | 'edit' | 'capture';

/** A saved setting on its way to the playground. Source: specification §4. */
export interface LoadedSetting {
  readonly action: LoadedSettingAction;
  readonly setting: SavedSetting;
}

/** Leaves a setting for the playground; answers whether the browser had room for it. */
export function leaveLoadedSetting(loaded: LoadedSetting): boolean {
  try {
    sessionStorage.setItem(storageKeys.loadedSettings, JSON.stringify(loaded));
    return true;
  } catch {
    return false;
  }
}
