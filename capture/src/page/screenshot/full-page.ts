import {
  expandScroller,
  findInnerScroller,
  hiddenInScroller,
  scrollPageTo,
  twoFrames,
} from '../../in-page/scrolling.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { deviceMetrics } from '../emulation.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';
import { maxJpegSidePx, type Clip } from './take-screenshot.ts';

/**
 * Wait instead of a frame on pages with JavaScript disabled, where frames cannot be requested.
 * Unit: ms.
 */
const frameMs = 40;
/** Time on the virtual clock for each step down; scripts commonly pause for 100 ms. Unit: ms. */
const sweepSliceMs = 51;
const sweepSlices = 2;
/** Maximum time for scrolling through the page once. Unit: ms. */
const scrollThroughMs = 8_000;
/** Fraction of the viewport that each step scrolls down. */
const stepShare = 0.9;
const growAttempts = 3;
/** Maximum page width in CSS pixels; larger values are considered bogus. */
const maxPageWidthPx = 7_680;

/** A full page that is ready to be captured. */
export interface FullPageClip {
  readonly clip: Clip;
  readonly isTruncated: boolean;
}

/**
 * Makes all content of a page visible: scrolls through it to trigger lazy and revealed content,
 * expands an inner scroller, waits for the resources this requested, and returns to the top with
 * the viewport unchanged.
 */
export async function prepareFullPage(page: CapturePage): Promise<FullPageClip> {
  const hiddenPx = await evaluate(page, findInnerScroller);
  await scrollThrough(page);
  if (hiddenPx > 0) await expandInnerScroller(page);
  await waitUntilStable(page, { images: 'all', rules: stabilityRules.swept });
  return measure(page);
}

async function scrollThrough(page: CapturePage): Promise<void> {
  const { limits } = page;
  const untilMs = performance.now() + scrollThroughMs;
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

/**
 * Sets the viewport to the height that the inner scroller needs. Content that does not follow is
 * expanded by style.
 */
async function expandInnerScroller(page: CapturePage): Promise<void> {
  const { spec, session, progress, limits } = page;
  let heightPx = spec.viewport.heightPx;
  for (let tries = 0; tries < growAttempts; tries += 1) {
    const hiddenPx = await evaluate(page, hiddenInScroller);
    if (hiddenPx <= 0 || heightPx >= limits.maxPageHeightPx) return;
    heightPx = Math.min(limits.maxPageHeightPx, heightPx + Math.ceil(hiddenPx));
    const metrics = deviceMetrics(spec.viewport, heightPx);
    await progress.race(session.send('Emulation.setDeviceMetricsOverride', metrics));
    await nextFrames(page);
  }
  if ((await evaluate(page, hiddenInScroller)) > 0) await evaluate(page, expandScroller);
}

/**
 * Measures the page over the protocol, because getters in the page can return false values, and
 * limits the size to what can be rendered.
 */
async function measure(page: CapturePage): Promise<FullPageClip> {
  const { session, progress, limits, spec } = page;
  const { cssContentSize, cssVisualViewport } = await progress.race(
    session.send('Page.getLayoutMetrics'),
  );
  const zoom = spec.viewport.isMobile ? Math.min(1, cssVisualViewport.scale) : 1;
  const scale = spec.viewport.deviceScaleFactor * zoom;
  const encodablePx = spec.fileType === 'jpeg' ? Math.floor(maxJpegSidePx / scale) : Infinity;
  const maxHeightPx = Math.min(limits.maxPageHeightPx, encodablePx);
  // A gutter reserved for a scroll bar is visible to a visitor, but is not part of the content's
  // size.
  const leastWidthPx = zoom === 1 ? spec.viewport.widthPx : 1;
  const widthPx = Math.max(leastWidthPx, Math.ceil(cssContentSize.width));
  const heightPx = Math.max(1, Math.ceil(cssContentSize.height));
  return {
    clip: {
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
  if (page.clock.kind === 'virtual') {
    // The second frame reports what the first has brought into view.
    for (let slice = 0; slice < sweepSlices; slice += 1) await page.clock.advance(sweepSliceMs);
    return;
  }
  if (page.spec.isJavaScriptDisabled) return page.progress.sleep(frameMs);
  await evaluate(page, twoFrames);
}
