import type { PageRect } from '../../capture-spec.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { prepareFullPage } from './full-page.ts';
import { measurePage } from './page-bounds.ts';
import { isInViewport } from './spec-area.ts';
import type { Clip } from './take-screenshot.ts';

/**
 * Returns the clip of a rectangle of the page. One that leaves the viewport is taken from the full
 * page, whose content has been loaded; it ends where the page ends.
 */
export async function preparePageClip(page: CapturePage, rect: PageRect): Promise<Clip> {
  const isAtStart = isInViewport(page.spec, rect) && (await measurePage(page)).leftPx === 0;
  if (isAtStart) return { ...rect, zoom: 1, isInView: true };
  const { clip: whole } = await prepareFullPage(page);
  const { x, y } = rect;
  if (x >= whole.widthPx || y >= whole.heightPx) {
    throw new CaptureError(
      'clip_outside_page',
      `The clip starts at ${x}, ${y}, and the page has ${whole.widthPx} × ${whole.heightPx} CSS pixels.`,
    );
  }
  const widthPx = Math.min(rect.widthPx, whole.widthPx - x);
  const heightPx = Math.min(rect.heightPx, whole.heightPx - y);
  if (widthPx < rect.widthPx)
    page.warnings.add('clip_width', `The page ends ${widthPx} CSS pixels right of clip_x.`);
  if (heightPx < rect.heightPx)
    page.warnings.add('clip_height', `The page ends ${heightPx} CSS pixels below clip_y.`);
  return { ...whole, x, y, widthPx, heightPx, isViewport: false };
}
