import type { Protocol } from 'devtools-protocol';
import type { CapturePage } from '../capture-page.ts';

/** Extent of a page and of its viewport. CSS pixels, from the left edge of the page, as in a clip. */
export interface PageBounds {
  /**
   * Width of the page left of its first position. A page that is written from right to left starts at its right
   * end, where the positions of its elements count from.
   */
  readonly leftPx: number;
  readonly contentSize: Pick<Protocol.DOM.Rect, 'width' | 'height'>;
  readonly view: Protocol.DOM.Rect;
}

/** Measures the page as it is scrolled now. */
export async function measurePage({
  session,
  progress,
}: Pick<CapturePage, 'session' | 'progress'>): Promise<PageBounds> {
  const {
    cssContentSize: contentSize,
    cssLayoutViewport: layout,
    cssVisualViewport: visual,
  } = await progress.race(session.send('Page.getLayoutMetrics'));
  // The layout viewport counts from the left edge, the visual one as scripts do, from the first position.
  const leftPx = layout.pageX + visual.offsetX - visual.pageX;
  const view = {
    x: visual.pageX + leftPx,
    y: visual.pageY,
    width: visual.clientWidth,
    height: visual.clientHeight,
  };
  return { leftPx, contentSize, view };
}
