import type { SavedSetting } from '@shotwright/contract';
import { savedSettingMessages as messages } from '../../lib/messages/saved-settings.ts';

/** Sort orders of the settings list. */
export const settingOrders = ['newest', 'oldest', 'name'] as const;
/** Sort order of {@link settingOrders}. */
export type SettingOrder = (typeof settingOrders)[number];

/** Filter of the settings list. `projectId` null: all projects. */
export interface SettingFilter {
  readonly text: string;
  readonly projectId: number | null;
  readonly order: SettingOrder;
}

/** Returns the URL a setting captures, or the label for HTML (ruling RL-24). */
export function sourceOf({ options }: SavedSetting): string {
  const { mode, url = '', html } = options;
  if (mode === 'html' || (url === '' && html !== undefined)) return messages.html;
  return url;
}

/** Returns the device a setting emulates, or `Custom` for a custom size. */
export function deviceOf({ options }: SavedSetting): string {
  return options['emulate_device'] || messages.customDevice;
}

/** Returns the settings that contain every word of the text, ignoring case, in the given order. */
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
