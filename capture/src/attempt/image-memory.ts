import type { CaptureSpec } from '../capture-spec.ts';
import { largeImagePx, type CaptureLimits } from '../limits.ts';
import { maxFullPagePx, needsFullPage } from '../page/screenshot/spec-area.ts';

/**
 * Measured for 133 megapixels: 3.1 GB, and 3.4 GB when its browser was killed on a busy machine. The default limit covers 1.6 GB of it (1.5 GiB).
 */
const memoryPerPixelBytes = 16;

/**
 * Returns true if each frame of the viewport would take seconds. The browser needs about twenty
 * frames of our own for an image at a scale, and two of its own.
 */
export function isLarge({ viewport }: CaptureSpec): boolean {
  return viewport.widthPx * viewport.heightPx * viewport.deviceScaleFactor ** 2 > largeImagePx;
}

/** Returns the memory an image may use beyond a browser's default limit. */
export function extraMemory(spec: CaptureSpec, limits: CaptureLimits): number {
  const { viewport } = spec;
  const heightPx = needsFullPage(spec) ? maxFullPagePx(spec, limits) : viewport.heightPx;
  const areaPx = viewport.widthPx * heightPx * viewport.deviceScaleFactor ** 2;
  return Math.min(areaPx, limits.maxImagePx) * memoryPerPixelBytes;
}
