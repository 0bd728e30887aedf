import type { PinnedRange } from '../../in-page/full-page/pinned-panels.ts';
import type { ScrolledRows } from '../../in-page/scrolling.ts';

/** Rows of the viewport at a scroll position, and their place in the image. Units: CSS px. */
export interface Screen {
  readonly scrollPx: number;
  readonly fromPx: number;
  readonly endPx: number;
  readonly topPx: number;
}

/** Heights of an image and of the viewport. Units: CSS px. */
interface Heights {
  readonly heightPx: number;
  readonly viewPx: number;
}

/**
 * Divides a page into screens. The last one adds only what no other has shown. What is above and below `rows`, in which
 * a box scrolls instead of the document, appears once.
 */
export function screensOf({ heightPx, viewPx }: Heights, rows: ScrolledRows | null): Screen[] {
  const { topPx, bottomPx } = rows ?? { topPx: 0, bottomPx: viewPx };
  const belowPx = viewPx - bottomPx;
  const contentPx = heightPx - topPx - belowPx;
  const stepPx = bottomPx - topPx;
  const lastPx = Math.max(0, contentPx - stepPx);
  const screens: Screen[] = [];
  for (let shownPx = 0; shownPx < contentPx; shownPx += stepPx) {
    const scrollPx = Math.min(shownPx, lastPx);
    const top = shownPx === 0 ? 0 : topPx + shownPx;
    screens.push({ scrollPx, fromPx: top - scrollPx, endPx: bottomPx, topPx: top });
    if (scrollPx === lastPx && belowPx > 0)
      screens.push({ scrollPx, fromPx: bottomPx, endPx: viewPx, topPx: heightPx - belowPx });
    if (scrollPx === lastPx) break;
  }
  return screens;
}

/**
 * Divides a page into screens in which a box that stays in the viewport between the scroll positions of a range is seen
 * as a whole when it comes, when it goes, and once for each height of the viewport between.
 */
export function screensOfPanels(
  { heightPx, viewPx }: Heights,
  ranges: readonly PinnedRange[],
): Screen[] {
  const lastPx = Math.max(0, heightPx - viewPx);
  const screens: Screen[] = [];
  const show = (topPx: number, endPx: number, scrolledPx = topPx): void => {
    const scrollPx = Math.min(scrolledPx, lastPx);
    screens.push({ scrollPx, fromPx: topPx - scrollPx, endPx: endPx - scrollPx, topPx });
  };
  let top = 0;
  const scrollTo = (endPx: number): void => {
    for (; top < endPx; top += viewPx) show(top, Math.min(top + viewPx, endPx));
    top = endPx;
  };
  for (const [from, wanted] of ranges) {
    const to = Math.min(wanted, lastPx);
    if (from < top || to <= from) continue;
    scrollTo(from);
    for (; top + viewPx <= to; top += viewPx) show(top, top + viewPx);
    // Less than a screen is left: the lower part of the box.
    if (top < to) show(top, to, Math.max(0, to - viewPx));
    show(to, Math.min(to + viewPx, heightPx));
    top = Math.min(to + viewPx, heightPx);
  }
  scrollTo(heightPx);
  return screens;
}
