import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';

/** Device with its size if known. Units: px. */
export interface DeviceOption {
  /** Unique in the list, because a device can also be listed under Recent. */
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

/** Devices of one kind. */
export interface DeviceGroup {
  readonly value: string;
  readonly items: readonly DeviceOption[];
}

/** Device details from the server. */
export interface DeviceDetail {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
}

/** Minimum width of the shorter side for a mobile device to count as a tablet. Units: px. */
const tabletFromPx = 600;

/** Devices that are listed first in their group: those that many visitors of a site have today. */
const popular = [
  'iPhone 17',
  'iPhone 17 Pro',
  'iPhone 17 Pro Max',
  'iPhone Air',
  'iPhone 16',
  'iPhone 15',
  'Galaxy S24',
  'Galaxy A55',
  'Pixel 10',
  'Pixel 9',
  'iPad (gen 11)',
  'iPad Pro 11',
  'iPad Mini',
  'Galaxy Tab S9',
  'Desktop Chrome',
  'Desktop Safari',
  'Desktop Edge',
  'Desktop Firefox',
];

/**
 * Returns the devices by kind: recent ones first, then the popular ones of each kind. Without
 * details, all devices are in one group.
 */
export function groupDevices(input: {
  readonly names: readonly string[];
  readonly details: readonly DeviceDetail[];
  readonly recent: readonly string[];
}): DeviceGroup[] {
  const details = new Map(input.details.map((detail) => [detail.name, detail]));
  const option = (name: string, prefix = ''): DeviceOption => {
    const found = details.get(name);
    const detail = found
      ? messages.deviceSize(found.width, found.height, found.deviceScaleFactor)
      : '';
    return { id: `${prefix}${name}`, name, detail };
  };
  const kinds = new Map<string, DeviceOption[]>();
  const names = new Set([...popular.filter((name) => input.names.includes(name)), ...input.names]);
  for (const name of names) {
    const kind = kindOf(details.get(name));
    kinds.set(kind, [...(kinds.get(kind) ?? []), option(name)]);
  }
  const recent = input.recent.filter((name) => input.names.includes(name));
  const { deviceGroups: titles } = messages;
  return [
    { value: titles.recent, items: recent.map((name) => option(name, 'recent:')) },
    ...[titles.phone, titles.tablet, titles.desktop, titles.other].map((value) => ({
      value,
      items: kinds.get(value) ?? [],
    })),
  ].filter(({ items }) => items.length > 0);
}

function kindOf(device: DeviceDetail | undefined): string {
  const { deviceGroups: titles } = messages;
  if (device === undefined) return titles.other;
  if (!device.isMobile) return titles.desktop;
  return Math.min(device.width, device.height) >= tabletFromPx ? titles.tablet : titles.phone;
}
