import type { Protocol } from 'devtools-protocol';
import type { CapturePage } from '../capture-page.ts';

/** Extent of a page and of its viewport. CSS pixels, from the left edge of the page, as in a clip. */
export interface PageBounds {
  /**
   * Width of the page to the left of its scroll origin. A page that is written from right to left has its origin at
   * its right end, and positions of elements are relative to it.
   */
  readonly leftPx: number;
  readonly contentSize: Pick<Protocol.DOM.Rect, 'width' | 'height'>;
  readonly view: Protocol.DOM.Rect;
}

/** Returns the bounds of the page at its current scroll position. */
export async function measurePage({
  session,
  progress,
}: Pick<CapturePage, 'session' | 'progress'>): Promise<PageBounds> {
  const {
    cssContentSize: contentSize,
    cssLayoutViewport: layout,
    cssVisualViewport: visual,
  } = await progress.race(session.send('Page.getLayoutMetrics'));
  // The layout viewport is relative to the left edge of the page, the visual viewport to the scroll origin.
  const leftPx = layout.pageX + visual.offsetX - visual.pageX;
  const view = {
    x: visual.pageX + leftPx,
    y: visual.pageY,
    width: visual.clientWidth,
    height: visual.clientHeight,
  };
  return { leftPx, contentSize, view };
}
