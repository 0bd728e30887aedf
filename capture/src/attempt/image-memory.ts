import type { CaptureSpec } from '../capture-spec.ts';
import { largeImagePx, type CaptureLimits } from '../limits.ts';
import { maxFullPagePx, needsFullPage } from '../page/screenshot/spec-area.ts';

/** Measured: 2.8 GB for 133 megapixels, of which the default limit covers 1.5 GiB. */
const memoryPerPixelBytes = 12;

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
