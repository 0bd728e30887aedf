import type { StartingBrowsers } from '../launch-browser.ts';
import { normalPriority, setSessionPriority } from './session-priority.ts';

/** Priority of a start that no lease waits for. The scheduler's weight is then a ninth of the normal one. */
const aheadPriority = 10;

/** Priorities of browsers while they start. */
export interface StartPriorities extends StartingBrowsers {
  /** Sets all starts to the normal priority, because a lease waits for one of them. */
  raise(): void;
}

/**
 * Creates the priorities of starts: low while no lease waits, so that browsers started ahead do not delay the
 * captures that run.
 */
export function createStartPriorities(isAwaited: () => boolean): StartPriorities {
  const low = new Set<number>();
  const reset = (sessionId: number): void => {
    if (low.delete(sessionId)) setSessionPriority(sessionId, normalPriority);
  };
  return {
    add(sessionId) {
      if (isAwaited()) return;
      low.add(sessionId);
      setSessionPriority(sessionId, aheadPriority);
    },
    remove: reset,
    raise() {
      for (const sessionId of low) reset(sessionId);
    },
  };
}
