import {
  recordSeenBackgrounds,
  watchBackgrounds,
} from '../../in-page/full-page/fixed-backgrounds.ts';
import { recordPanels, watchPanels } from '../../in-page/full-page/pinned-panels.ts';
import { watchRows } from '../../in-page/full-page/list-rows.ts';
import {
  recordSeenStyles,
  recordTopStyles,
  watchStyles,
} from '../../in-page/full-page/seen-styles.ts';
import { scrollPageTo, twoFrames, type ScrollState } from '../../in-page/scrolling.ts';
import type { CapturePage } from '../capture-page.ts';
import { extendedLimitMs } from '../clock/clock-failure.ts';
import { evaluate, withinLimit } from '../evaluate.ts';
import { inPageCall } from '../execution-context.ts';
import { stabilityRules, type StabilityRules } from '../stability/stability-rules.ts';
import { checkOnce } from '../stability/check-document.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';
import { maxFullPagePx } from './spec-area.ts';

/**
 * Wait instead of a frame on pages with JavaScript disabled, where frames cannot be requested.
 * Unit: ms.
 */
const frameMs = 40;
/**
 * Time on the virtual clock for each step: the second frame reports what the first has brought into
 * view, and scripts commonly pause for 100 ms. Unit: ms.
 */
const slicesMs = [51, 51] as const;
/**
 * The same for the smaller steps of a sweep: a person rests at each, and scripts look where the page is
 * when it has not been scrolled for 100 to 250 ms. Unit: ms.
 */
const sweepSlicesMs = [17, 255] as const;
/** Maximum real time for scrolling through the page once. Unit: ms. */
const scrollThroughMs = 6_000;
/** Maximum real time for scrolling, in which a page may load more at its end. Unit: ms. */
const growthMs = 8_000;
/** Maximum real time for scrolling through a page again whose images it cancels. Unit: ms. */
const stepwiseMs = 8_000;
/** Growth that is not worth another step. Unit: CSS px. */
const smallGrowthPx = 50;
/**
 * Fraction of the viewport that each step scrolls down, so that an observer of a part of the viewport
 * sees every box; and the one after `fineMs` of real time.
 */
const stepShare = { fine: 0.4, coarse: 0.8 } as const;
const fineMs = 2_500;

/** Frames that a page is followed for after its scroll position has changed, and their length. */
const followedFrames = 60;
const followedFrameMs = 17;
const framesPerCheck = 4;

/** Rules of the wait at each step for images that the page cancels when they leave the viewport. */
const imageRules: StabilityRules = { calmMs: 0, afterMs: 100 };

/** Number of cancelled images from which a page is scrolled through again; a single one may be a tracking pixel. */
const minCancelled = 2;

/** Rules of the wait for what a page loads at its end. */
const growthRules: StabilityRules = { calmMs: 300, afterMs: 700 };

/**
 * Scrolls to the end of the page in steps, so that lazy and revealed content appears; then to the
 * end again while the page grows; and returns to the top.
 */
export async function scrollThrough(page: CapturePage): Promise<void> {
  const maxPageHeightPx = maxFullPagePx(page.spec, page.limits);
  const { scrollDelayMs = 0, scrollStepShare } = page.spec.fullPage ?? {};
  const isOver = createTimeLimit();
  let top = 0;
  let endPx = 0;
  const cancelledBefore = page.requests.cancelled.images;
  const watchers = [
    inPageCall(watchStyles),
    inPageCall(watchBackgrounds),
    inPageCall(watchPanels),
    inPageCall(watchRows),
  ] as const;
  await withinLimit(page, page.executionContext().callAll<[void, void, boolean, void]>(watchers));
  for (;;) {
    const { viewportPx, heightPx } = await scrollOnTo(page, top);
    await nextFrames(page, sweepSlicesMs);
    endPx = Math.min(heightPx, maxPageHeightPx);
    if (top + viewportPx >= endPx || isOver(scrollThroughMs)) break;
    if (scrollDelayMs > 0) await page.clock.advance(scrollDelayMs);
    const share = scrollStepShare ?? (isOver(fineMs) ? stepShare.coarse : stepShare.fine);
    top += Math.max(50, Math.floor(viewportPx * share));
  }
  await waitUntilStable(page, { images: 'visible', rules: stabilityRules.swept });
  if (page.requests.cancelled.images - cancelledBefore >= minCancelled) {
    await loadStepwise(page, maxPageHeightPx);
  }
  for (;;) {
    const { heightPx } = await scrollOnTo(page, 2 * maxPageHeightPx);
    if (heightPx <= endPx + smallGrowthPx || endPx >= maxPageHeightPx || isOver(growthMs)) break;
    endPx = heightPx;
    await nextFrames(page);
    await waitUntilStable(page, { images: 'visible', rules: growthRules });
  }
  await scrollOnTo(page, 0);
  await nextFrames(page);
  await waitUntilStable(page, { images: 'visible', rules: stabilityRules.scrolled });
  await followScrolling(page);
  await evaluate(page, recordTopStyles);
}

/**
 * Scrolls through the page again, and waits at each step until the images in view have loaded, because the page
 * cancels images that leave the viewport. The layout must contain their sizes when it is recorded.
 */
async function loadStepwise(page: CapturePage, maxPageHeightPx: number): Promise<void> {
  const isOver = createTimeLimit();
  for (let top = 0; !isOver(stepwiseMs);) {
    const { viewportPx, heightPx } = await scrollOnTo(page, top);
    await nextFrames(page);
    await waitUntilStable(page, { images: 'visible', rules: imageRules });
    top += viewportPx;
    if (top >= Math.min(heightPx, maxPageHeightPx)) return;
  }
}

/** Returns a function that returns true once `ms` of real time have passed, or more on an overloaded machine. */
function createTimeLimit(): (ms: number) => boolean {
  const startedMs = performance.now();
  return (ms) => performance.now() - startedMs > extendedLimitMs(ms);
}

/** Records how the page looks where it is, and scrolls on. */
async function scrollOnTo(page: CapturePage, top: number): Promise<ScrollState> {
  const calls = [
    inPageCall(recordSeenStyles),
    inPageCall(recordSeenBackgrounds),
    inPageCall(recordPanels),
    inPageCall(scrollPageTo, top),
  ] as const;
  const called = page.executionContext().callAll<[void, void, void, ScrollState]>(calls);
  return (await withinLimit(page, called))[3];
}

/** Follows a page that moves its content to the scroll position by a share in every frame. */
export async function followScrolling(page: CapturePage): Promise<void> {
  let seen = (await checkOnce(page, 'visible'))?.changeCount ?? 0;
  for (let frame = 0; frame < followedFrames; frame += framesPerCheck) {
    for (let step = 0; step < framesPerCheck; step += 1) await page.clock.advance(followedFrameMs);
    const changeCount = (await checkOnce(page, 'visible'))?.changeCount ?? seen;
    if (changeCount - seen < framesPerCheck - 1) return;
    seen = changeCount;
  }
}

/** Resolves when a change of the viewport or of the scroll position has had its effect. */
export async function nextFrames(
  page: CapturePage,
  slices: readonly number[] = slicesMs,
): Promise<void> {
  const { clock, progress, spec } = page;
  if (clock.kind === 'virtual') {
    for (const ms of slices) await clock.advance(ms);
    return;
  }
  if (spec.isJavaScriptDisabled) return progress.sleep(frameMs);
  await evaluate(page, twoFrames);
}
