import {
  pinBackgrounds,
  recordLayout,
  recordLayoutRoles,
  recordNeighbours,
} from '../../in-page/layout.ts';
import { extendNeighbours, layoutShift, pinPositions, pinSizes } from '../../in-page/pins.ts';
import { expandScroller, hiddenInScroller } from '../../in-page/scrolling.ts';
import type { CapturePage } from '../capture-page.ts';
import { deviceMetrics } from '../emulation.ts';
import { evaluate } from '../evaluate.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';
import { nextFrames } from './scroll-through.ts';

/** Attempts to find the height that the content takes when all of it is in view. */
const growAttempts = 4;
/** Rounds after which pins that change each other are left. */
const pinRounds = 4;
/** Share of displaced elements above which the viewport is not what the page was made for. */
const maxMovedShare = 0.05;

/** Input of `growViewport`. */
export interface GrowViewportInput {
  readonly widthPx: number;
  readonly maxHeightPx: number;
  /** True if an element scrolls instead of the document. */
  readonly hasInnerScroller: boolean;
}

/** A viewport in which the whole page is in view. */
export interface GrownViewport {
  readonly heightPx: number;
  /** Height of the content, if the page has become shorter than the viewport. */
  readonly contentPx: number;
}

/**
 * Grows the viewport to the height of the page, so that the browser itself renders what it renders
 * only in view. Everything keeps the size and place it has in the viewport of the capture. Returns
 * undefined, with the former viewport, if the page has a layout of its own for a taller one.
 */
export async function growViewport(
  page: CapturePage,
  input: GrowViewportInput,
): Promise<GrownViewport | undefined> {
  await evaluate(page, recordLayout);
  const isFlexible = await evaluate(page, recordLayoutRoles);
  if (input.hasInnerScroller) await evaluate(page, recordNeighbours);
  await evaluate(page, pinBackgrounds);
  const heightPx = await growToContent(page, input);
  await waitUntilStable(page, { images: 'all', rules: stabilityRules.scrolled });
  await pin(page);
  const { movedCount, seenCount, contentPx } = await evaluate(page, layoutShift);
  const isPreserved = isFlexible || movedCount <= seenCount * maxMovedShare;
  if (isPreserved) return { heightPx, contentPx: isFlexible ? contentPx : heightPx };
  await setViewport(page, page.spec.viewport);
  return undefined;
}

/** Returns the height at which the content fits, or the largest one allowed. */
async function growToContent(
  page: CapturePage,
  { widthPx, maxHeightPx, hasInnerScroller }: GrowViewportInput,
): Promise<number> {
  let heightPx = page.spec.viewport.heightPx;
  let lastHiddenPx = Infinity;
  for (let attempt = 0; attempt < growAttempts; attempt += 1) {
    const hiddenPx = hasInnerScroller ? await evaluate(page, hiddenInScroller) : 0;
    // A scroller that does not follow the viewport is expanded by style.
    if (hiddenPx > 0 && hiddenPx >= lastHiddenPx) await evaluate(page, expandScroller);
    lastHiddenPx = hiddenPx;
    const wantedPx = Math.max(heightPx + hiddenPx, await contentHeight(page));
    const nextPx = Math.min(maxHeightPx, Math.ceil(wantedPx));
    if (nextPx <= heightPx) break;
    heightPx = nextPx;
    await setViewport(page, { widthPx, heightPx });
    await pin(page);
  }
  return heightPx;
}

async function setViewport(
  page: CapturePage,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Promise<void> {
  const metrics = { ...deviceMetrics(page.spec.viewport, heightPx), width: widthPx };
  await page.progress.race(page.session.send('Emulation.setDeviceMetricsOverride', metrics));
  await nextFrames(page);
}

async function contentHeight({ progress, session }: CapturePage): Promise<number> {
  const { cssContentSize } = await progress.race(session.send('Page.getLayoutMetrics'));
  return cssContentSize.height;
}

async function pin(page: CapturePage): Promise<void> {
  for (let round = 0; round < pinRounds; round += 1) {
    const sizes = await evaluate(page, pinSizes);
    const positions = await evaluate(page, pinPositions);
    if (sizes + positions === 0) break;
  }
  await evaluate(page, extendNeighbours);
}
