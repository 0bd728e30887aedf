import type { PatternGroup } from './pattern.ts';
import { devices } from './sites/devices.patterns.ts';
import { documents } from './sites/documents.patterns.ts';
import { hydration } from './sites/hydration.patterns.ts';
import { lateMotion } from './sites/late-motion.patterns.ts';
import { layouts } from './sites/layouts.patterns.ts';
import { liveData } from './sites/live-data.patterns.ts';
import { siteMotion } from './sites/motion.patterns.ts';
import { pinnedPanels, scrollEffects } from './sites/scroll-effects.patterns.ts';
import { scrollLibraries } from './sites/scrolling.patterns.ts';
import { resting } from './sites/resting.patterns.ts';
import { requestRetries } from './sites/retries.patterns.ts';
import { platform } from './sites/platform.patterns.ts';
import { videos } from './sites/videos.patterns.ts';
import { onlyViewport } from './waiting-pages.ts';

/** Pages that are built as applications and marketing sites are. */
export const sites: PatternGroup = {
  name: 'sites',
  patterns: [
    ...onlyViewport(hydration),
    ...liveData,
    ...requestRetries,
    ...siteMotion,
    ...videos,
    ...lateMotion,
    ...scrollLibraries,
    ...scrollEffects,
    ...pinnedPanels,
    ...resting,
    ...layouts,
    ...devices,
    ...documents,
    ...onlyViewport(platform),
  ],
};
