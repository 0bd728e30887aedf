import { intros } from './motion-intro.patterns.ts';
import { motionKinds } from './motion-kinds.patterns.ts';
import { revealsOnScroll } from './motion-reveal.patterns.ts';
import { stoppedMotion } from './motion-stopped.patterns.ts';
import type { PatternGroup } from './pattern.ts';

/** Motion: what ends is shown at its end. */
export const motion: PatternGroup = {
  name: 'motion',
  patterns: [...intros, ...motionKinds, ...stoppedMotion, ...revealsOnScroll],
};
