import type { ClickedElement } from '../../capture-cleaning.ts';
import { findElement } from '../../in-page/element.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { clickMouse } from '../steps/input.ts';
import { waitForElement } from '../stability/wait-for-element.ts';
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
  const { kind } = await waitForElement(page, selector, timeoutMs);
  if (kind === 'invalid') throw invalidSelectorError('click_selectors', selector);
  if (kind === 'shown') return click(page, selector);
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

async function click(page: CapturePage, selector: string): Promise<void> {
  const found = await evaluate(page, findElement, selector, true);
  const scroll = await evaluate(page, () => [scrollX, scrollY] as const);
  if (found.kind !== 'shown') return;
  const x = found.x - scroll[0] + found.widthPx / 2;
  const y = found.y - scroll[1] + found.heightPx / 2;
  await clickMouse(page, { x, y });
}
