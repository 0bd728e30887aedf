import type { CapturePage } from '../capture-page.ts';
import { hideSticky, scrollThroughOnce } from '../screenshot/full-page.ts';
import { holdAnimations } from '../stability/late-motion.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';

/**
 * Prepares a page for a document, which contains all of it. For a full page, scrolls through it, so
 * that lazy content is loaded; its viewport does not grow, because paper has a layout of its own.
 */
export async function prepareDocument(page: CapturePage): Promise<undefined> {
  const { spec, interception, progress } = page;
  await progress.race(interception.blockNavigation());
  if (!spec.isFullPage) return;
  await holdAnimations(page);
  await scrollThroughOnce(page);
  await waitUntilStable(page, { images: 'all', rules: stabilityRules.scrolled });
  if (spec.fullPage?.areStickyElementsHidden === true) await hideSticky(page);
}
