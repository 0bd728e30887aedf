import type { SliceSettings } from '../../capture-spec.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { Clip } from './take-screenshot.ts';

const maxSlices = 50;

/** Clip of a slice, with its distance from the top of the image in device pixels. */
export interface SliceClip {
  readonly clip: Clip;
  readonly topPx: number;
}

/**
 * Divides a clip into slices, from top to bottom. Joined without their overlap they are the whole
 * image: their edges are at whole device pixels, and their heights at whole CSS pixels, because
 * Chromium 153 rounds a fraction down. The last slice may therefore start a little higher. Throws
 * `image_too_large` for more than 50.
 */
export function sliceClips(
  clip: Clip,
  slices: SliceSettings,
  deviceScaleFactor: number,
): readonly SliceClip[] {
  const scale = deviceScaleFactor * clip.zoom;
  const rowsOf = (cssPx: number) => Math.round(cssPx * scale);
  const overlapRows = rowsOf(slices.overlapPx);
  const stepRows = Math.max(1, rowsOf(slices.heightPx) - overlapRows);
  const endRow = rowsOf(clip.heightPx);
  const count = Math.max(1, Math.ceil((endRow - overlapRows) / stepRows));
  if (count > maxSlices) {
    throw new CaptureError(
      'image_too_large',
      `The image would have ${count} slices, and at most ${maxSlices} are allowed. Use a larger slice_height or a smaller slice_overlap.`,
    );
  }
  return Array.from({ length: count }, (_, index) => {
    if (count === 1) return { clip, topPx: 0 };
    const rowsLeft = endRow - index * stepRows;
    const heightPx = Math.min(slices.heightPx, Math.ceil((rowsLeft - 0.5) / scale));
    const topPx = Math.min(index * stepRows, endRow - rowsOf(heightPx));
    return { clip: { ...clip, y: clip.y + topPx / scale, heightPx, isViewport: false }, topPx };
  });
}
