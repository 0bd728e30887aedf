import type { ClickedElement } from '../../capture-cleaning.ts';
import { findElement, type FoundElement } from '../../in-page/element.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { lookInFrames } from '../steps/find-target.ts';
import { clickMouse, type Point } from '../steps/input.ts';
import { waitForResult } from '../stability/wait-for-element.ts';
import { invalidSelectorError } from './clean-page.ts';

/**
 * Scrolls to an element and clicks its centre with the mouse. An element that does not appear fails
 * the capture, or is a warning if it may be absent.
 */
export async function clickElement(
  page: CapturePage,
  { selector, isOptional }: ClickedElement,
): Promise<void> {
  const timeoutMs = isOptional ? 0 : page.limits.waitForSelectorTimeoutMs;
  const find = () => locate(page, selector);
  const { kind, center } = await waitForResult(page, { timeoutMs, find, isOver: isFinal });
  if (kind === 'invalid') throw invalidSelectorError('click_selectors', selector);
  if (center !== undefined) return clickMouse(page, center);
  const shown = `"${selector.slice(0, 200)}"`;
  if (isOptional) {
    page.warnings.add('click_selectors', `The selector ${shown} matched no visible element.`);
    return;
  }
  const detail = `click_selectors: no visible element for ${shown} appeared on the page.`;
  throw new CaptureError(
    kind === 'missing' ? 'selector_not_found' : 'selector_not_visible',
    detail,
  );
}

/** An element, with its centre in the viewport if it is visible. */
interface Located {
  readonly kind: FoundElement['kind'];
  readonly center?: Point;
}

function isFinal({ kind }: Located): boolean {
  return kind === 'shown' || kind === 'invalid';
}

/** Finds an element on the page, or in its frames if it has none, and scrolls to it. */
async function locate(page: CapturePage, selector: string): Promise<Located> {
  const found = await evaluate(page, findElement, selector, true);
  if (found.kind === 'missing') {
    const framed = await lookInFrames(page, selector);
    return framed?.kind === 'shown' ? { kind: 'shown', center: framed } : (framed ?? found);
  }
  if (found.kind !== 'shown') return found;
  const [left, top] = await evaluate(page, () => [scrollX, scrollY] as const);
  const x = found.x - left + found.widthPx / 2;
  const y = found.y - top + found.heightPx / 2;
  return { kind: 'shown', center: { x, y } };
}
