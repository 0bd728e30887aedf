import { scrollToFound } from '../../in-page/element.ts';
import { findInnerScroller, scrollPageTo } from '../../in-page/scrolling.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { invalidSelectorError } from '../cleaning/clean-page.ts';
import { evaluate } from '../evaluate.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { waitForElement } from '../stability/wait-for-element.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';
import { nextFrames } from './scroll-through.ts';

/** Scrolls the viewport to the caller's element or position, and waits for what that loads. */
export async function scrollToTarget(page: CapturePage): Promise<void> {
  const { scrollTo } = page.spec;
  if (scrollTo === undefined) return;
  if (typeof scrollTo === 'number') await scrollToPosition(page, scrollTo);
  else await scrollToSelector(page, scrollTo);
  await nextFrames(page);
  await waitUntilStable(page, { images: 'visible', rules: stabilityRules.scrolled });
}

async function scrollToPosition(page: CapturePage, topPx: number): Promise<void> {
  await evaluate(page, findInnerScroller);
  const { viewportPx, heightPx } = await evaluate(page, scrollPageTo, topPx);
  const lastPx = Math.max(0, heightPx - viewportPx);
  if (topPx > lastPx)
    page.warnings.add('scroll_to', `The page cannot be scrolled beyond ${lastPx} CSS pixels.`);
}

async function scrollToSelector(page: CapturePage, selector: string): Promise<void> {
  const { kind } = await waitForElement(page, selector, page.limits.waitForSelectorTimeoutMs);
  if (kind === 'invalid') throw invalidSelectorError('scroll_to', selector);
  if (kind !== 'shown') {
    const reason = kind === 'missing' ? 'selector_not_found' : 'selector_not_visible';
    const shown = selector.slice(0, 200);
    throw new CaptureError(
      reason,
      `scroll_to: no visible element for "${shown}" appeared on the page.`,
    );
  }
  await evaluate(page, scrollToFound);
}
