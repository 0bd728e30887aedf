import type { PooledBrowser } from './pooled-browser.ts';

/** Limits of the browsers that wait for a capture. */
export interface IdleLimits {
  /** This many stay open however long they are idle. */
  readonly maxIdle: number;
  /** Time after which one more is closed. Unit: ms. */
  readonly idleMs: number;
}

/** Browsers that wait for a capture. */
export interface IdleBrowsers {
  readonly size: number;
  add(browser: PooledBrowser): void;
  /** Removes and returns the browser used last, because its memory is the warmest. */
  take(): PooledBrowser | undefined;
  remove(browser: PooledBrowser): void;
}

/** Creates an empty list of idle browsers. `close` is called for each one that is idle too long. */
export function createIdleBrowsers(
  limits: IdleLimits,
  close: (browser: PooledBrowser) => void,
): IdleBrowsers {
  const timers = new Map<PooledBrowser, NodeJS.Timeout>();
  const remove = (browser: PooledBrowser): void => {
    clearTimeout(timers.get(browser));
    timers.delete(browser);
  };
  return {
    get size() {
      return timers.size;
    },
    add(browser) {
      const expire = (): void => {
        if (timers.size <= limits.maxIdle) return;
        remove(browser);
        close(browser);
      };
      timers.set(browser, setTimeout(expire, limits.idleMs).unref());
    },
    take() {
      const last = [...timers.keys()].findLast(({ isRetired }) => !isRetired);
      if (last !== undefined) remove(last);
      return last;
    },
    remove,
  };
}
