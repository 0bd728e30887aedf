import type { SavedSetting } from '@shotwright/contract';
import { savedSettingMessages as words } from '../../lib/messages/saved-settings.ts';

/** The orders a list of settings can have. */
export const settingOrders = ['newest', 'oldest', 'name'] as const;
/** See {@link settingOrders}. */
export type SettingOrder = (typeof settingOrders)[number];

/** What of the settings is shown. `projectId` null: of all projects. */
export interface SettingFilter {
  readonly text: string;
  readonly projectId: number | null;
  readonly order: SettingOrder;
}

/** What a setting captures: an address, or the word for HTML (ruling RL-24). */
export function sourceOf({ options }: SavedSetting): string {
  const { mode, url = '', html } = options;
  if (mode === 'html' || (url === '' && html !== undefined)) return words.html;
  return url;
}

/** The device a setting emulates; `Custom` where it has a size of its own. */
export function deviceOf({ options }: SavedSetting): string {
  return options['emulate_device'] || words.customDevice;
}

/** The settings that hold every word of the text, in any case, in the wanted order. */
export function shownSettings(
  settings: readonly SavedSetting[],
  filter: SettingFilter,
): SavedSetting[] {
  const parts = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = settings.filter(
    (setting) =>
      (filter.projectId === null || setting.projectId === filter.projectId) &&
      parts.every((part) => haystackOf(setting).includes(part)),
  );
  return found.sort(comparisons[filter.order]);
}

const comparisons: Record<SettingOrder, (a: SavedSetting, b: SavedSetting) => number> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id,
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id,
  name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' }),
};

function haystackOf(setting: SavedSetting): string {
  const { name, description, project } = setting;
  return [name, description, sourceOf(setting), deviceOf(setting), project?.name]
    .join(' ')
    .toLowerCase();
}
