import {
  clippedHeight,
  expandAround,
  findElement,
  hideFixedElements,
  showOverflowingSides,
  type FoundElement,
} from '../../in-page/element.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { CaptureError, inSeconds } from '../../lib/capture-error.ts';
import { changeViewport, deviceMetrics } from '../emulation.ts';
import { findFrameElement, showFrameElement } from '../frames/frame-element.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { probe } from '../stability/check-document.ts';
import { waitForElement } from '../stability/wait-for-element.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';
import { pinLayout } from './grow-viewport.ts';
import { recordAroundFound } from './record-page.ts';
import { nextFrames } from './scroll-through.ts';
import { measurePage, type PageBounds } from './page-bounds.ts';
import type { Clip } from './take-screenshot.ts';

/** Waits for the element, scrolls it fully into view and returns its position on the page. */
export async function prepareElementClip(
  page: CapturePage,
  selector: string,
  loadMs: number,
): Promise<Clip> {
  const awaited = await waitForElement(page, selector, page.limits.waitForSelectorTimeoutMs);
  if (awaited.kind !== 'shown') throw selectorError(awaited.kind, selector, loadMs);
  if (awaited.isInFrame) await growFrameFor(page, selector);
  else {
    await growViewportFor(page, selector);
    // Afterwards, because a box that shows all sides no longer counts as one that hides a part of the height.
    await evaluate(page, showOverflowingSides);
  }
  await waitUntilStable(page, { images: 'visible', rules: stabilityRules.scrolled });
  if (!awaited.isInFrame) await evaluate(page, hideFixedElements, true);
  const found = awaited.isInFrame
    ? ((await findFrameElement(page, selector)) ?? awaited)
    : await evaluate(page, findElement, selector, false);
  if (found.kind !== 'shown') throw selectorError(found.kind, selector, loadMs);
  const { leftPx, ...bounds } = await measurePage(page);
  const { y, widthPx, heightPx, isInView } = found;
  const x = Math.max(0, found.x + leftPx);
  const clip = { x, y, widthPx: found.x + leftPx + widthPx - x, heightPx, isInView, zoom: 1 };
  const { elementPaddingPx = 0 } = page.spec;
  return elementPaddingPx === 0 ? clip : padClip(bounds, clip, elementPaddingPx);
}

/** Returns the clip with the part of the page around it, as far as there is a page. */
function padClip({ contentSize, view }: Omit<PageBounds, 'leftPx'>, clip: Clip, px: number): Clip {
  const x = Math.max(0, clip.x - px);
  const y = Math.max(0, clip.y - px);
  // An element may reach beyond the content that can be scrolled to.
  const endX = Math.max(contentSize.width, clip.x + clip.widthPx);
  const endY = Math.max(contentSize.height, clip.y + clip.heightPx);
  const right = Math.min(Math.ceil(endX), clip.x + clip.widthPx + px);
  const bottom = Math.min(Math.ceil(endY), clip.y + clip.heightPx + px);
  const isInView =
    x >= view.x && y >= view.y && right <= view.x + view.width && bottom <= view.y + view.height;
  return { x, y, widthPx: right - x, heightPx: bottom - y, isInView, zoom: 1 };
}

/**
 * Enlarges the viewport for an element that is taller than its scroll container, so that all of it
 * is visible if the container grows with the viewport. Expands a container that does not.
 */
async function growViewportFor(page: CapturePage, selector: string): Promise<void> {
  const clippedPx = await evaluate(page, clippedHeight);
  if (clippedPx <= 0) return;
  await recordAroundFound(page);
  await setViewportHeight(page, page.spec.viewport.heightPx + clippedPx);
  await pinLayout(page);
  await evaluate(page, findElement, selector, true);
  if ((await evaluate(page, clippedHeight)) <= 0) return;
  await evaluate(page, expandAround, 0);
  await evaluate(page, findElement, selector, true);
}

/**
 * Enlarges the frame of an element that is larger than the frame, and then the viewport, because the browser does not
 * render every frame outside of it.
 */
async function growFrameFor(page: CapturePage, selector: string): Promise<void> {
  // A frame may load another document during the call. The element is then looked for again.
  const shown = () => showFrameElement(page, selector, () => nextFrames(page));
  const heightPx = (await probe(page, shown)) ?? 0;
  if (heightPx <= page.spec.viewport.heightPx) return;
  await setViewportHeight(page, heightPx);
  await nextFrames(page);
}

async function setViewportHeight(page: CapturePage, px: number): Promise<void> {
  const heightPx = Math.min(page.limits.maxPageHeightPx, Math.ceil(px));
  await changeViewport(page, deviceMetrics(page.spec.viewport, heightPx));
}

function selectorError(
  kind: Exclude<FoundElement['kind'], 'shown'>,
  selector: string,
  loadMs: number,
): CaptureError {
  const shown = `"${selector.slice(0, 200)}"`;
  const loaded = `The page loaded in ${inSeconds(loadMs)}.`;
  const faults = {
    invalid: [
      'invalid_selector',
      `The selector ${shown} is not valid CSS or XPath. Put "xpath=" before an XPath.`,
    ],
    missing: ['selector_not_found', `The selector ${shown} was not found. ${loaded}`],
    hidden: [
      'selector_not_visible',
      `The element ${shown} is on the page but is not visible. ${loaded}`,
    ],
  } as const;
  const [reason, detail] = faults[kind];
  return new CaptureError(reason, detail);
}
