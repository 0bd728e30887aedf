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
 * Divides a clip into slices, from top to bottom. Their edges are at whole device pixels, because a
 * seam would show otherwise. Throws `image_too_large` for more than 50.
 */
export function sliceClips(
  clip: Clip,
  slices: SliceSettings,
  deviceScaleFactor: number,
): readonly SliceClip[] {
  const scale = deviceScaleFactor * clip.zoom;
  const stepPx = slices.heightPx - slices.overlapPx;
  const endPx = Math.round(clip.heightPx * scale);
  const count = Math.max(1, Math.ceil((clip.heightPx - slices.overlapPx) / stepPx));
  if (count > maxSlices) {
    throw new CaptureError(
      'image_too_large',
      `The image would have ${count} slices, and at most ${maxSlices} are allowed. Use a larger slice_height or a smaller slice_overlap.`,
    );
  }
  return Array.from({ length: count }, (_, index) => {
    const topPx = Math.floor(index * stepPx * scale);
    const heightPx = Math.min(Math.floor(slices.heightPx * scale), endPx - topPx);
    const part = { y: clip.y + topPx / scale, heightPx: heightPx / scale };
    return { clip: count === 1 ? clip : { ...clip, ...part, isViewport: false }, topPx };
  });
}
