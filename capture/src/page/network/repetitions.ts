/** Moment at which a request starts. */
export interface PageMoment {
  /** Real time and time of the page's clock, added: the larger one decides how much has passed. */
  readonly timeMs: number;
  /** Number of frames that have shown a change. */
  readonly changeCount: number;
}

/** Requests of a page that share a key, up to one of them. */
export interface Repetition {
  /** Number of requests that were sent one after the other. */
  readonly count: number;
  /** True if the page has changed since the third last of them. */
  readonly hasEffect: boolean;
  /** Time since the one before. Unit: ms. */
  readonly intervalMs: number;
}

/** Requests counted by key. */
export interface Repetitions {
  add(key: string, id: string, moment: PageMoment): Repetition;
  /**
   * Records that a request failed: the next one is a retry. It does not count, up to a limit for each key.
   * Returns false if it is unknown.
   */
  fail(id: string): boolean;
  end(id: string): void;
}

/**
 * Requests that start within this time of the first are sent at once, for example by parts of a page.
 * Measured from the first, because a poller that leaves responses unread keeps every request open.
 * Unit: ms.
 */
export const burstMs = 200;
const effectHistory = 3;
/** Failures of one key that do not count: an endpoint that fails for ever is polled in the end. */
const maxFailures = 8;

interface Sent {
  count: number;
  lastMs: number;
  burstStartMs: number;
  failureCount: number;
  readonly open: Set<string>;
  readonly changeCounts: number[];
}

/** Creates an empty count. Requests that are sent at once count as one. */
export function createRepetitions(): Repetitions {
  const sent = new Map<string, Sent>();
  const keys = new Map<string, Sent>();
  const counted = new Set<string>();
  return {
    add(key, id, { timeMs, changeCount }) {
      const one = sent.get(key) ?? {
        count: 0,
        lastMs: -Infinity,
        burstStartMs: -Infinity,
        failureCount: 0,
        open: new Set(),
        changeCounts: [],
      };
      const intervalMs = timeMs - one.lastMs;
      if (one.open.size === 0 || timeMs - one.burstStartMs >= burstMs) {
        one.count += 1;
        counted.add(id);
        one.burstStartMs = timeMs;
        one.changeCounts.push(changeCount);
      }
      const [before = changeCount] = one.changeCounts.slice(-effectHistory - 1);
      one.lastMs = timeMs;
      one.open.add(id);
      sent.set(key, one);
      keys.set(id, one);
      return { count: one.count, hasEffect: changeCount > before, intervalMs };
    },
    fail(id) {
      const one = keys.get(id);
      if (one !== undefined && counted.delete(id) && one.failureCount < maxFailures) {
        one.failureCount += 1;
        one.count -= 1;
      }
      return one !== undefined;
    },
    end(id) {
      counted.delete(id);
      keys.get(id)?.open.delete(id);
      keys.delete(id);
    },
  };
}
