import { coverWithMedia } from '../../in-page/full-page/backdrops.ts';
import { restoreBarStates } from '../../in-page/full-page/bar-states.ts';
import { repeatCanvases } from '../../in-page/full-page/canvases.ts';
import { contentEnd } from '../../in-page/full-page/content-end.ts';
import { restoreRows } from '../../in-page/full-page/list-rows.ts';
import { extendMasks } from '../../in-page/full-page/masks.ts';
import { keepSeenStyles } from '../../in-page/full-page/seen-styles.ts';
import {
  extendNeighbours,
  hiddenArea,
  layoutShift,
  movePage,
  pinPositions,
  pinRows,
  pinSizes,
} from '../../in-page/pins.ts';
import { announceScroll, expandScroller, hiddenInScroller } from '../../in-page/scrolling.ts';
import type { CapturePage } from '../capture-page.ts';
import { changeViewport, deviceMetrics } from '../emulation.ts';
import { evaluate, withinLimit } from '../evaluate.ts';
import { inPageCall } from '../execution-context.ts';
import { isWithoutScripts } from '../script-detection.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';
import { openClosedRoots } from './closed-roots.ts';
import { recordPage } from './record-page.ts';
import { nextFrames } from './scroll-through.ts';

/** Attempts to find the height that the content takes when all of it is in view. */
const growAttempts = 4;
/** Rounds after which pins that change each other are left. */
const pinRounds = 4;
/** Share of displaced elements above which the viewport is not what the page was made for. */
const maxMovedShare = 0.05;

/** Hidden area that is worth another viewport. Unit: CSS px². */
const minHiddenArea = 20_000;
/**
 * Height of the viewport in which a page is away from the edges, as a multiple of the page's, at most and
 * at least; and the share of it that is above the page. Scripts use up to 60 % at the bottom and 20 % at
 * the top.
 */
const roomyViewport = { most: 5, least: 2, shareAbove: 0.2 } as const;

/** Input of `growViewport`. */
export interface GrowViewportInput {
  readonly widthPx: number;
  /** Scale at which a phone shows the page; otherwise 1. */
  readonly zoom: number;
  readonly maxHeightPx: number;
  /** True if an element scrolls instead of the document. */
  readonly hasInnerScroller: boolean;
}

/** A viewport in which the whole page is in view. */
export interface GrownViewport {
  readonly heightPx: number;
  /** Height of the content, if the page has become shorter than the viewport. */
  readonly contentPx: number;
  readonly room: Room;
}

/** Space around a page that is in view as a whole. Units: CSS px. */
export interface Room {
  readonly abovePx: number;
  readonly belowPx: number;
}

const noRoom: Room = { abovePx: 0, belowPx: 0 };

/**
 * Grows the viewport to the height of the page, so that the browser itself renders what it renders
 * only in view. Everything keeps the size and place it has in the viewport of the capture. Returns
 * undefined, with the former viewport, if the page has a layout of its own for a taller one.
 */
export async function growViewport(
  page: CapturePage,
  input: GrowViewportInput,
): Promise<GrownViewport | undefined> {
  // The first frame of a page gives its scroll timelines a time.
  await nextFrames(page);
  const isStatic = await isWithoutScripts(page);
  if (!isStatic) await openClosedRoots(page);
  const { isFlexible, endPx } = await recordPage(page, isStatic);
  const { firstPx, heightPx: grownPx } = await growToContent(page, input);
  if (!isStatic) await evaluate(page, announceScroll);
  await settle(page);
  await pinLayout(page);
  const heightPx =
    grownPx > firstPx ? await shrinkToContent(page, input, { firstPx, grownPx }) : grownPx;
  const { movedCount, seenCount, contentPx } = await evaluate(page, layoutShift);
  const isPreserved = isFlexible || movedCount <= seenCount * maxMovedShare;
  if (!isPreserved) {
    await setViewport(page, { ...page.spec.viewport, zoom: 1 });
    return undefined;
  }
  const room = isFlexible ? noRoom : await revealEdges(page, input, heightPx);
  if (!isStatic) await showAsScrolled(page, room.abovePx + heightPx);
  if (isFlexible) return { heightPx, contentPx, room };
  // A box that a script moves up when it is seen may have made the page taller.
  const mayShrink = !isStatic && !input.hasInnerScroller;
  const isEndPainted = mayShrink && Math.abs(endPx - firstPx) <= 1;
  const shownPx = isEndPainted ? (await evaluate(page, contentEnd)) - room.abovePx : heightPx;
  return { heightPx, contentPx: Math.min(heightPx, shownPx), room };
}

/**
 * Shows bars as at the top of the page, and what a script hides or removes by the scroll position as it was in
 * view. The page ends at `endPx` of the viewport.
 */
async function showAsScrolled(page: CapturePage, endPx: number): Promise<void> {
  await evaluate(page, keepSeenStyles, false);
  const rowCount = await evaluate(page, restoreRows, endPx);
  if (rowCount + (await evaluate(page, restoreBarStates)) === 0) return;
  await waitUntilStable(page, { images: 'all', rules: stabilityRules.scrolled });
}

/**
 * Reveals what scripts show only at some distance from the edges of the viewport, and hide again
 * when it leaves: puts the page into a viewport with room above and below it. Returns the room; none,
 * with the viewport as before, if that shows no more.
 */
async function revealEdges(
  page: CapturePage,
  { widthPx, zoom, maxHeightPx }: GrowViewportInput,
  heightPx: number,
): Promise<Room> {
  const { spec, limits } = page;
  const { most, least, shareAbove } = roomyViewport;
  const largestPx = Math.floor(limits.maxImagePx / spec.viewport.deviceScaleFactor ** 2 / widthPx);
  const tallPx = Math.min(most * heightPx, largestPx);
  if (zoom !== 1 || heightPx >= maxHeightPx || tallPx < least * heightPx) return noRoom;
  const hiddenBefore = await evaluate(page, hiddenArea, 0);
  if (hiddenBefore < minHiddenArea) return noRoom;
  const show = async ({ abovePx, belowPx }: Room): Promise<void> => {
    await evaluate(page, movePage, abovePx, belowPx);
    await setViewport(page, { widthPx, heightPx: abovePx + heightPx + belowPx, zoom });
    await pinLayout(page);
    await settle(page);
  };
  const abovePx = Math.floor(tallPx * shareAbove);
  const room = { abovePx, belowPx: tallPx - heightPx - abovePx };
  await show(room);
  if ((await evaluate(page, hiddenArea, abovePx)) <= hiddenBefore / 2) return room;
  await show(noRoom);
  return noRoom;
}

/** Waits for what has come into view, and for its motion. */
async function settle(page: CapturePage): Promise<void> {
  const rules = (await isWithoutScripts(page)) ? stabilityRules.scrolled : stabilityRules.grown;
  await waitUntilStable(page, { images: 'all', rules, areChangesFollowed: true });
}

/** Heights of a growing viewport: the first one, and the one at which the content fits. */
interface Growth {
  readonly firstPx: number;
  readonly heightPx: number;
}

/** Grows the viewport until the content fits, or to the largest height allowed. */
async function growToContent(page: CapturePage, input: GrowViewportInput): Promise<Growth> {
  const { widthPx, zoom, hasInnerScroller } = input;
  let heightPx = Math.ceil(page.spec.viewport.heightPx / zoom);
  let firstPx = heightPx;
  let lastHiddenPx = Infinity;
  for (let attempt = 0; attempt < growAttempts; attempt += 1) {
    const hiddenPx = hasInnerScroller ? await evaluate(page, hiddenInScroller) : 0;
    // A scroller that does not follow the viewport is expanded by style.
    if (hiddenPx > 0 && hiddenPx >= lastHiddenPx) await evaluate(page, expandScroller);
    lastHiddenPx = hiddenPx;
    const nextPx = await wantedHeight(page, input, heightPx);
    if (nextPx <= heightPx) break;
    heightPx = nextPx;
    if (attempt === 0) firstPx = heightPx;
    await setViewport(page, { widthPx, heightPx, zoom });
    await pinLayout(page);
  }
  return { firstPx, heightPx };
}

/**
 * Measures the page again at its first height. A script that answers the resize late may have
 * enlarged it for a moment, before its boxes were pinned.
 */
async function shrinkToContent(
  page: CapturePage,
  input: GrowViewportInput,
  { firstPx, grownPx }: { readonly firstPx: number; readonly grownPx: number },
): Promise<number> {
  const { widthPx, zoom } = input;
  await setViewport(page, { widthPx, heightPx: firstPx, zoom });
  await pinLayout(page);
  const heightPx = Math.min(grownPx, await wantedHeight(page, input, firstPx));
  if (heightPx > firstPx) await setViewport(page, { widthPx, heightPx, zoom });
  await pinLayout(page);
  return heightPx;
}

/** Returns the height that the content needs, if it is more than `heightPx`. */
async function wantedHeight(
  page: CapturePage,
  { maxHeightPx, hasInnerScroller }: GrowViewportInput,
  heightPx: number,
): Promise<number> {
  const { session, progress } = page;
  const hiddenPx = hasInnerScroller ? await evaluate(page, hiddenInScroller) : 0;
  const { cssContentSize } = await progress.race(session.send('Page.getLayoutMetrics'));
  return Math.min(maxHeightPx, Math.ceil(Math.max(heightPx + hiddenPx, cssContentSize.height)));
}

async function setViewport(
  page: CapturePage,
  { widthPx, heightPx, zoom }: Pick<GrowViewportInput, 'widthPx' | 'zoom'> & { heightPx: number },
): Promise<void> {
  const { viewport } = page.spec;
  const width = zoom === 1 ? widthPx : viewport.widthPx;
  const metrics = { ...deviceMetrics(viewport, Math.ceil(heightPx * zoom)), width };
  await changeViewport(page, metrics);
  await nextFrames(page);
}

/** Restores what has changed with the height of the viewport, except what grows with it. */
export async function pinLayout(page: CapturePage): Promise<void> {
  const calls = [
    inPageCall(pinRows),
    inPageCall(pinSizes),
    inPageCall(pinPositions),
    inPageCall(extendNeighbours),
    inPageCall(extendMasks),
    inPageCall(coverWithMedia),
    inPageCall(repeatCanvases),
  ] as const;
  for (let round = 0; round < pinRounds; round += 1) {
    const called = page
      .executionContext()
      .callAll<[number, number, number, void, void, void, void]>(calls);
    const [rows, sizes, positions] = await withinLimit(page, called);
    if (rows + sizes + positions === 0) break;
  }
}
