import {
  clippedHeight,
  expandAround,
  findElement,
  hideFixedElements,
  showOverflowingSides,
  viewportSize,
  type FoundElement,
} from '../../in-page/element.ts';
import { recordLayout, recordLayoutRoles } from '../../in-page/layout.ts';
import { keepStyles } from '../../in-page/full-page/viewport-units.ts';
import { pinPositions, pinSizes } from '../../in-page/pins.ts';
import { scrollPosition } from '../../in-page/scrolling.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { askFrames, type PageFrame } from './page-frames.ts';

/**
 * Makes all of an element in a frame visible: enlarges the frame and the scroll containers in it, and hides fixed
 * elements of its document and of the page. `onGrown` is called after the frame has grown and before the layout is
 * pinned. Returns the height of the element in CSS pixels; 0 if no frame shows it.
 */
export async function showFrameElement(
  page: CapturePage,
  selector: string,
  onGrown: () => Promise<unknown>,
): Promise<number> {
  const found = await askFrames(page, async (frame) => {
    const one = await evaluate(frame, findElement, selector, true);
    return { ...one, frame };
  });
  if (found?.kind !== 'shown') return 0;
  const { frame } = found;
  if ((await evaluate(frame, clippedHeight)) > 0) await evaluate(frame, expandAround, 0);
  await evaluate(frame, showOverflowingSides);
  const whole = await evaluate(frame, findElement, selector, true);
  if (whole.kind !== 'shown') return 0;
  // Other content of the frame must not grow with its viewport.
  await evaluate(frame, recordLayout);
  await evaluate(frame, recordLayoutRoles);
  for (const keep of keepStyles) await evaluate(frame, keep);
  await frame.enlarge(whole);
  await onGrown();
  await evaluate(frame, pinSizes);
  await evaluate(frame, pinPositions);
  await evaluate(frame, findElement, selector, true);
  await evaluate(frame, hideFixedElements, true);
  await evaluate(page, hideFixedElements, true);
  return whole.heightPx;
}

/**
 * Finds an element in the visible frames of a page and scrolls to it. Returns its visible part in the page's
 * document; undefined if no frame has it.
 */
export async function findFrameElement(
  page: CapturePage,
  selector: string,
): Promise<FoundElement | undefined> {
  return askFrames(page, async (frame) => {
    const found = await evaluate(frame, findElement, selector, true);
    return found.kind === 'shown' ? locate(page, frame, found) : found;
  });
}

async function locate(
  page: CapturePage,
  frame: PageFrame,
  { x, y, widthPx, heightPx }: Extract<FoundElement, { kind: 'shown' }>,
): Promise<FoundElement> {
  const [scrolledX, scrolledY] = await evaluate(frame, scrollPosition);
  const [frameWidthPx, frameHeightPx] = await evaluate(frame, viewportSize);
  const [left, top] = [x - scrolledX, y - scrolledY];
  const start = await frame.toPage({ x: Math.max(0, left), y: Math.max(0, top) });
  const end = await frame.toPage({
    x: Math.min(frameWidthPx, left + widthPx),
    y: Math.min(frameHeightPx, top + heightPx),
  });
  const [pageX, pageY] = await evaluate(page, scrollPosition);
  const [viewWidthPx, viewHeightPx] = await evaluate(page, viewportSize);
  const shown = { widthPx: Math.round(end.x - start.x), heightPx: Math.round(end.y - start.y) };
  if (shown.widthPx < 1 || shown.heightPx < 1) return { kind: 'hidden' };
  const isInView = start.x >= 0 && start.y >= 0 && end.x <= viewWidthPx && end.y <= viewHeightPx;
  const place = { x: Math.round(start.x + pageX), y: Math.round(start.y + pageY) };
  return { kind: 'shown', ...place, ...shown, isInView, isInFrame: true };
}
