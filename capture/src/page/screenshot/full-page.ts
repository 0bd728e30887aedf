import { hideFixedElements } from '../../in-page/element.ts';
import { findBackdrops, spreadBackdrops } from '../../in-page/full-page/backdrops.ts';
import { restoreRows } from '../../in-page/full-page/list-rows.ts';
import { recordLayout, recordLayoutRoles } from '../../in-page/layout.ts';
import { pinPositions } from '../../in-page/pins.ts';
import { keepSeenStyles } from '../../in-page/full-page/seen-styles.ts';
import { findPanes } from '../../in-page/full-page/panes.ts';
import { pinnedRanges, watchPanels } from '../../in-page/full-page/pinned-panels.ts';
import {
  findClippedPage,
  findInnerScroller,
  isCutSideways,
  lockedEnd,
} from '../../in-page/scrolling.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { isWithoutScripts } from '../script-detection.ts';
import { holdAtRest } from '../stability/late-motion.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';
import { growViewport, type GrownViewport } from './grow-viewport.ts';
import { scrollThrough } from './scroll-through.ts';
import { screensOfPanels, type Screen } from './screens.ts';
import { maxFullPagePx } from './spec-area.ts';
import { maxSidePx, renderedFormat } from '../output/image-limits.ts';
import type { Clip } from './take-screenshot.ts';

/** Maximum page width in CSS pixels; larger values are considered bogus. */
const maxPageWidthPx = 7_680;

/** Screens that a page is joined from at most; each takes about 0.2 s. */
const maxScreens = 50;

/** A full page that is ready to be captured. */
export interface FullPageClip {
  readonly clip: Clip;
  readonly isTruncated: boolean;
}

/**
 * Makes all content of a page visible: scrolls through it to trigger lazy and revealed content, then
 * grows the viewport to the whole page. A page that changes its layout in a tall viewport is
 * captured beyond the viewport instead. `beforeGrowth` is called when the content has loaded, before
 * the page is changed.
 */
export async function prepareFullPage(
  page: CapturePage,
  beforeGrowth: () => Promise<unknown> = () => Promise.resolve(),
): Promise<FullPageClip> {
  const isStatic = await isWithoutScripts(page);
  const settings = page.spec.fullPage ?? {};
  const { areScrollersKept = false, areStickyElementsKept = false } = settings;
  let hiddenPx = areScrollersKept ? 0 : await findScrollers(page);
  const mayBePinned = hiddenPx === 0 && mayBeJoined(page);
  const isScrolled = !isStatic || (mayBePinned && (await evaluate(page, watchPanels)));
  if (isScrolled) {
    await holdAtRest(page);
    await scrollThroughOnce(page);
    if (!areScrollersKept) hiddenPx = await findScrollers(page);
    const mayBeClipped = !areScrollersKept && !areStickyElementsKept;
    if (hiddenPx === 0 && mayBeClipped) hiddenPx = await evaluate(page, findClippedPage);
  }
  await beforeGrowth();
  if (settings.areStickyElementsHidden === true) await hideSticky(page);
  if (areStickyElementsKept) {
    await loadAll(page, isStatic);
    return measureScrolled(page, hiddenPx);
  }
  const before = await measure(page);
  const screens = mayBePinned && hiddenPx === 0 ? await findScreens(page, before.clip) : [];
  if (screens.length > 0) return { ...before, clip: { ...before.clip, screens } };
  const fullPx = Math.ceil(page.spec.viewport.heightPx / before.clip.zoom);
  const viewportPx = Math.min(fullPx, before.maxHeightPx);
  const wanted = withHidden(page, before, before.clip.heightPx + hiddenPx);
  if (wanted.clip.heightPx <= viewportPx) {
    const isInView = before.clip.zoom === 1 && wanted.clip.widthPx <= page.spec.viewport.widthPx;
    const view = { heightPx: viewportPx, isInView, isViewport: isInView };
    return { ...before, clip: { ...before.clip, ...view } };
  }
  if (!canGrow(page, wanted.clip)) {
    await evaluate(page, recordLayout);
    await evaluate(page, findBackdrops);
    await evaluate(page, recordLayoutRoles);
    await loadAll(page, isStatic);
    const measured = await measureBeyond(page);
    return hiddenPx > 0 ? wanted : measured;
  }
  const grown = await growViewport(page, {
    widthPx: before.clip.widthPx,
    zoom: before.clip.zoom,
    maxHeightPx: before.maxHeightPx,
    hasInnerScroller: hiddenPx > 0,
  });
  if (grown === undefined) {
    await loadAll(page, isStatic);
    return measureBeyond(page);
  }
  const measured = await measureGrown(page, { grown, before, viewportPx });
  const isCut = hiddenPx > 0 && wanted.isTruncated;
  return { ...measured, isTruncated: measured.isTruncated || isCut };
}

/** Measures a page in its grown viewport. Its image is at least `viewportPx` tall. */
async function measureGrown(
  page: CapturePage,
  {
    grown: { heightPx: grownPx, contentPx, room },
    before,
    viewportPx,
  }: { readonly grown: GrownViewport; readonly before: MeasuredPage; readonly viewportPx: number },
): Promise<MeasuredPage> {
  const roomPx = room.abovePx + room.belowPx;
  const after = await measure(page, roomPx);
  const heightPx = Math.max(viewportPx, Math.min(grownPx, Math.ceil(contentPx)));
  const { widthPx, zoom } = before.clip;
  const isViewport = zoom === 1 && heightPx === grownPx && roomPx === 0;
  const place = { y: room.abovePx, widthPx, heightPx, isInView: true, isViewport, roomPx };
  return { ...after, clip: { ...after.clip, ...place } };
}

/** Returns true if a page in which boxes stay in the viewport may be joined from screens. */
function mayBeJoined({ spec }: CapturePage): boolean {
  const { slices, isScrollSkipped, areStickyElementsHidden } = spec.fullPage ?? {};
  const isWhole = spec.isFullPage && slices === undefined && spec.determinism === undefined;
  return isWhole && isScrollSkipped !== true && areStickyElementsHidden !== true;
}

/**
 * Returns the screens to join if boxes fill the viewport while a person scrolls by most of a screen or more: a page
 * that is in view as a whole would show an empty space instead. None without such boxes, and for a page too tall.
 */
async function findScreens(page: CapturePage, clip: Clip): Promise<readonly Screen[]> {
  const ranges = clip.zoom === 1 ? await evaluate(page, pinnedRanges) : [];
  if (ranges.length === 0) return [];
  const heights = { heightPx: clip.heightPx, viewPx: page.spec.viewport.heightPx };
  const screens = screensOfPanels(heights, ranges);
  return screens.length > maxScreens ? [] : screens;
}

/**
 * Measures a page that is captured beyond its viewport, after filling its lists, and stretches its backdrops. Scripts
 * learn that the browser changes the viewport for that.
 */
async function measureBeyond(page: CapturePage): Promise<MeasuredPage> {
  await evaluate(page, keepSeenStyles, true);
  await evaluate(page, restoreRows, page.limits.maxImagePx);
  const measured = await measure(page);
  await evaluate(page, spreadBackdrops, measured.clip.heightPx);
  await evaluate(page, pinPositions);
  return measured;
}

/** Measures a page that is taken screen by screen, with `hiddenPx` of content in a box that scrolls. */
async function measureScrolled(page: CapturePage, hiddenPx: number): Promise<MeasuredPage> {
  const measured = await measure(page);
  const viewPx = page.spec.viewport.heightPx / measured.clip.zoom;
  return hiddenPx === 0 ? measured : withHidden(page, measured, viewPx + hiddenPx);
}

/** Returns a measured page that is `wantedPx` tall with the content of boxes that scroll, within the limit. */
function withHidden(page: CapturePage, measured: MeasuredPage, wantedPx: number): MeasuredPage {
  const { clip, maxHeightPx, isTruncated } = measured;
  const isCut = wantedPx > maxHeightPx && maxHeightPx !== page.spec.fullPage?.maxHeightPx;
  const heightPx = Math.min(Math.ceil(wantedPx), maxHeightPx);
  return { ...measured, clip: { ...clip, heightPx }, isTruncated: isTruncated || isCut };
}

/**
 * Finds the element that scrolls instead of the document, and those that scroll beside it. Returns the height of
 * its hidden content; 0 if the document scrolls.
 */
export async function findScrollers(page: CapturePage): Promise<number> {
  const hiddenPx = await evaluate(page, findInnerScroller);
  if (hiddenPx > 0) await evaluate(page, findPanes);
  return hiddenPx;
}

/** Scrolls through the page, unless the request says not to. */
export async function scrollThroughOnce(page: CapturePage): Promise<void> {
  if (page.spec.fullPage?.isScrollSkipped !== true) return scrollThrough(page);
  const message = 'Parts of the page that load when they are scrolled to may be missing.';
  page.warnings.add('full_page_scroll', message);
}

/** Hides fixed and sticky elements. */
export async function hideSticky(page: CapturePage): Promise<void> {
  if ((await evaluate(page, hideFixedElements, false)) > 0) return;
  page.warnings.add('sticky', 'The page has no fixed or sticky element.');
}

/** Loads what comes with the scroll position, on a page that has not been scrolled. */
async function loadAll(page: CapturePage, isStatic: boolean): Promise<void> {
  if (isStatic) await scrollThroughOnce(page);
  await waitUntilStable(page, { images: 'all', rules: stabilityRules.scrolled });
}

/**
 * Returns true if the browser can hold the whole page in a viewport. A phone that shows a page
 * smaller because its content is wider than its layout keeps its own viewport.
 */
function canGrow({ spec: { viewport }, limits }: CapturePage, clip: Clip): boolean {
  const scale = viewport.deviceScaleFactor * clip.zoom;
  const isWidthKept = clip.zoom === 1 || Math.abs(clip.widthPx * clip.zoom - viewport.widthPx) <= 2;
  return isWidthKept && clip.widthPx * clip.heightPx * scale ** 2 <= limits.maxImagePx;
}

/** Size of a page with the limit that applies to its height. */
interface MeasuredPage extends FullPageClip {
  readonly maxHeightPx: number;
}

/**
 * Measures the page over the protocol, because getters in the page can return false values, and
 * limits the size to what can be rendered. `roomPx` is the height of the room above and below the page, which is not part of it.
 */
async function measure(page: CapturePage, roomPx = 0): Promise<MeasuredPage> {
  const { session, progress, limits, spec } = page;
  const { cssContentSize, cssVisualViewport } = await progress.race(
    session.send('Page.getLayoutMetrics'),
  );
  const zoom = spec.viewport.isMobile ? Math.min(1, cssVisualViewport.scale) : 1;
  const scale = spec.viewport.deviceScaleFactor * zoom;
  const isJpeg = renderedFormat(spec) === 'jpeg';
  const encodablePx = isJpeg ? Math.floor(maxSidePx('jpeg') / scale) : Infinity;
  const maxHeightPx = Math.min(maxFullPagePx(spec, limits), encodablePx);
  const isCutAsWanted = maxHeightPx === spec.fullPage?.maxHeightPx;
  // A gutter reserved for a scroll bar is visible to a visitor, but is not part of the content's
  // size.
  const leastWidthPx = zoom === 1 ? spec.viewport.widthPx : 1;
  const contentPx = Math.ceil(cssContentSize.width);
  const isCut = zoom === 1 && contentPx > leastWidthPx && (await evaluate(page, isCutSideways));
  const widthPx = isCut ? leastWidthPx : Math.max(leastWidthPx, contentPx);
  const contentHeightPx = Math.ceil(cssContentSize.height);
  const isTaller = contentHeightPx > spec.viewport.heightPx / zoom;
  const endPx = (isTaller ? await evaluate(page, lockedEnd) : null) ?? contentHeightPx;
  const shownPx = Math.max(Math.ceil(endPx), Math.ceil(spec.viewport.heightPx / zoom));
  const heightPx = Math.max(1, Math.min(contentHeightPx, shownPx) - roomPx);
  return {
    clip: {
      x: 0,
      y: 0,
      widthPx: Math.min(widthPx, maxPageWidthPx),
      heightPx: Math.min(heightPx, maxHeightPx),
      zoom,
      isInView: false,
    },
    isTruncated: widthPx > maxPageWidthPx || (heightPx > maxHeightPx && !isCutAsWanted),
    maxHeightPx,
  };
}
