import { fixedParts } from './full-page-fixed.patterns.ts';
import { lazyContent } from './full-page-lazy.patterns.ts';
import { scrollers } from './full-page-scrollers.patterns.ts';
import { viewportHeights } from './full-page-viewport.patterns.ts';
import type { PatternGroup } from './pattern.ts';

/** Pages that are hard to capture beyond the viewport. */
export const fullPages: PatternGroup = {
  name: 'full-page',
  patterns: [...scrollers, ...fixedParts, ...viewportHeights, ...lazyContent],
};
