import type { CaptureSpec, PageRect } from '../../capture-spec.ts';
import type { CaptureLimits } from '../../limits.ts';
import { isDocument } from '../output/image-limits.ts';

/** True if a rectangle of the page is in view without scrolling. */
export function isInViewport({ viewport }: CaptureSpec, rect: PageRect): boolean {
  const isInside =
    rect.x + rect.widthPx <= viewport.widthPx && rect.y + rect.heightPx <= viewport.heightPx;
  // A phone may show the page at a scale of its own.
  return isInside && !viewport.isMobile;
}

/** True if the full page is prepared: it is captured itself, or a clip of it outside the viewport. */
export function needsFullPage(spec: CaptureSpec): boolean {
  if (isDocument(spec.fileType)) return false;
  return spec.isFullPage || (spec.clip !== undefined && !isInViewport(spec, spec.clip));
}

/** Returns the height at which a full page ends. CSS pixels. */
export function maxFullPagePx({ fullPage }: CaptureSpec, limits: CaptureLimits): number {
  return Math.min(limits.maxPageHeightPx, fullPage?.maxHeightPx ?? Infinity);
}
