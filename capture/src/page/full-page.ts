import {
  expandScroller,
  findInnerScroller,
  hiddenInScroller,
  scrollPageTo,
  twoFrames,
} from '../in-page/scrolling.ts';
import type { CapturePage } from './capture-page.ts';
import { evaluate } from './evaluate.ts';
import { deviceMetrics } from './prepare.ts';
import { settle } from './settle.ts';
import { maxJpegSidePx, type PageArea } from './shoot.ts';

/** A frame where pages without scripts cannot be asked for one; ms. */
const frameMs = 40;
/** Bound of one walk down the page; ms. */
const sweepMs = 8_000;
/** Part of the viewport each step of the walk goes down. */
const stepShare = 0.9;
const growTries = 3;
/** A page wider than this lies about its width; CSS pixels. */
const maxPageWidthPx = 7_680;

/** All of a page, ready to be drawn. */
export interface WholePage {
  readonly area: PageArea;
  readonly isTruncated: boolean;
}

/**
 * Makes a page show all it has: walks down it so that lazy and revealed content comes, opens an inner scroller, waits
 * for what was asked for, and returns to the top with the viewport as it was.
 */
export async function unfoldPage(page: CapturePage): Promise<WholePage> {
  const hiddenPx = await evaluate(page, findInnerScroller);
  await sweep(page);
  if (hiddenPx > 0) await openScroller(page);
  await settle(page, { images: 'all' });
  return measure(page);
}

async function sweep(page: CapturePage): Promise<void> {
  const { limits } = page;
  const untilMs = performance.now() + sweepMs;
  let top = 0;
  for (;;) {
    const { viewportPx, heightPx } = await evaluate(page, scrollPageTo, top);
    await nextFrames(page);
    const endPx = Math.min(heightPx, limits.maxPageHeightPx);
    if (top + viewportPx >= endPx || performance.now() > untilMs) break;
    top += Math.max(50, Math.floor(viewportPx * stepShare));
  }
  await evaluate(page, scrollPageTo, 0);
  await nextFrames(page);
}

/** Gives the viewport the height the inner scroller needs; what does not follow is made to grow by style. */
async function openScroller(page: CapturePage): Promise<void> {
  const { spec, session, fuse, limits } = page;
  let heightPx = spec.viewport.heightPx;
  for (let tries = 0; tries < growTries; tries += 1) {
    const hiddenPx = await evaluate(page, hiddenInScroller);
    if (hiddenPx <= 0 || heightPx >= limits.maxPageHeightPx) return;
    heightPx = Math.min(limits.maxPageHeightPx, heightPx + Math.ceil(hiddenPx));
    const metrics = deviceMetrics(spec.viewport, heightPx);
    await fuse.race(session.send('Emulation.setDeviceMetricsOverride', metrics));
    await nextFrames(page);
  }
  if ((await evaluate(page, hiddenInScroller)) > 0) await evaluate(page, expandScroller);
}

/** Sizes come from the protocol, where a page cannot lie with getters, and are cut to what can be drawn. */
async function measure(page: CapturePage): Promise<WholePage> {
  const { session, fuse, limits, spec } = page;
  const { cssContentSize, cssVisualViewport } = await fuse.race(
    session.send('Page.getLayoutMetrics'),
  );
  const zoom = spec.viewport.isMobile ? Math.min(1, cssVisualViewport.scale) : 1;
  const scale = spec.viewport.deviceScaleFactor * zoom;
  const encodablePx = spec.fileType === 'jpeg' ? Math.floor(maxJpegSidePx / scale) : Infinity;
  const maxHeightPx = Math.min(limits.maxPageHeightPx, encodablePx);
  // A gutter kept free for a scroll bar is part of what a visitor sees, though not of the content's size.
  const leastWidthPx = zoom === 1 ? spec.viewport.widthPx : 1;
  const widthPx = Math.max(leastWidthPx, Math.ceil(cssContentSize.width));
  const heightPx = Math.max(1, Math.ceil(cssContentSize.height));
  return {
    area: {
      x: 0,
      y: 0,
      widthPx: Math.min(widthPx, maxPageWidthPx),
      heightPx: Math.min(heightPx, maxHeightPx),
      zoom,
      isInView: false,
    },
    isTruncated: widthPx > maxPageWidthPx || heightPx > maxHeightPx,
  };
}

async function nextFrames(page: CapturePage): Promise<void> {
  if (page.spec.isJavaScriptDisabled) return page.fuse.sleep(frameMs);
  await evaluate(page, twoFrames);
}
