import type { CapturePage } from '../capture-page.ts';
import { releaseTimers } from './late-motion.ts';

/**
 * Longest time that a page which hides itself is given, the interval of its checks, and the time that it is
 * given after it has shown itself. Unit: ms.
 */
const maxMs = 6_000;
const stepMs = 100;
const shownMs = 600;

/** Wait for a page that hides itself, by a splash screen or until its scripts have run. */
export interface HiddenWait {
  /** Returns the time that the page gets next; 0 if it gets none. Unit: ms. */
  next(isHidden: boolean): Promise<number>;
}

/** Creates the wait for a page. Its late timers fire once it is found hidden: one may be what shows it. */
export function createHiddenWait(page: CapturePage): HiddenWait {
  let passedMs = 0;
  let leftMs = 0;
  return {
    async next(isHidden) {
      if (!isHidden) {
        leftMs -= stepMs;
        return leftMs >= 0 ? stepMs : 0;
      }
      if (passedMs >= maxMs) return 0;
      if (passedMs === 0) await releaseTimers(page);
      passedMs += stepMs;
      leftMs = shownMs;
      return stepMs;
    },
  };
}
