import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces out a repeated action while it is frequent. */
export interface Pace {
  /** Counts one action; returns the time to wait before it. Unit: ms; 0 while it is rare. */
  nextDelayMs(): number;
  /** Counts one action and resolves when it is due. */
  due(): Promise<void>;
}

/**
 * Creates a {@link Pace}: `burst` actions without a delay, then `perSecond` of them per second. The
 * burst recovers at the same rate.
 */
export function createPace(input: {
  readonly burst: number;
  readonly perSecond: number;
  /** Monotonic time. Unit: ms. */
  readonly nowMs?: () => number;
}): Pace {
  const { burst, perSecond, nowMs = () => performance.now() } = input;
  const intervalMs = 1_000 / perSecond;
  /** Time at which the next action is due at the full rate. */
  let dueMs = -Infinity;
  const nextDelayMs = (): number => {
    const now = nowMs();
    dueMs = Math.max(dueMs, now - burst * intervalMs) + intervalMs;
    return Math.max(0, dueMs - now);
  };
  return {
    nextDelayMs,
    due: async () => {
      const delayMs = nextDelayMs();
      if (delayMs > 0) await sleep(delayMs);
    },
  };
}
