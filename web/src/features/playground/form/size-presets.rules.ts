import { presetMessages as messages } from '../../../lib/messages/captures/playground-tools.ts';
import type { CaptureForm } from './capture-form.rules.ts';

/** Values that a preset sets; all other options stay as they are. */
export interface SizePreset {
  readonly label: string;
  readonly values: Partial<CaptureForm>;
}

/**
 * Returns the presets of the viewport. The one of the iPhone is absent if the server emulates none.
 * A4 is 210 mm wide, which is 794 px at 96 px per inch.
 */
export function sizePresets(deviceNames: readonly string[]): SizePreset[] {
  const phone = newestPhone(deviceNames);
  return [
    {
      label: messages.socialCard,
      values: { ...size(1200, 630), full_page: false, retina: false },
    },
    { label: messages.fullHd, values: size(1920, 1080) },
    ...(phone === undefined
      ? []
      : [{ label: messages.iphone(phone), values: { emulate_device: phone } }]),
    { label: messages.report, values: size(794, 1123) },
  ];
}

function size(width: number, height: number): Partial<CaptureForm> {
  return { emulate_device: '', width: String(width), height: String(height) };
}

/** Returns the plain iPhone of the latest generation: `iPhone 17`, not `iPhone 17 Pro`. */
function newestPhone(names: readonly string[]): string | undefined {
  return names
    .filter((name) => generationOf(name) > 0)
    .toSorted((one, other) => generationOf(other) - generationOf(one))[0];
}

function generationOf(name: string): number {
  return Number(/^iPhone (\d+)$/.exec(name)?.[1] ?? 0);
}
