import { availableParallelism } from 'node:os';
import type { EngineLogger } from '../../logger.ts';
import type { ConcurrencyLimit } from '../../queue/concurrency-limit.ts';
import { runInBackground } from '../../rejections.ts';
import { createIdleBrowsers, type IdleLimits } from './idle-browsers.ts';
import type { PooledBrowser } from './pooled-browser.ts';

/** More starts at a time would only delay each other and the captures that run. */
const maxStarts = availableParallelism();

/** Dependencies of the supply. */
export interface BrowserSupplyInput extends IdleLimits {
  /** Number of leases at a time up to which browsers are started ahead. */
  readonly concurrency: ConcurrencyLimit;
  start(): Promise<PooledBrowser>;
  /** No browser is started after this is aborted. */
  readonly signal: AbortSignal;
  readonly logger: EngineLogger | undefined;
}

/** Supply of browsers: matches those that are idle or being started with the leases that wait. */
export interface BrowserSupply {
  /** Removes a browser from the supply for a lease. Rejects if none can be started. */
  take(): Promise<PooledBrowser>;
  /** Returns a browser to the supply; the lease that waits longest gets it. */
  offer(browser: PooledBrowser): void;
  /** Removes a browser that accepts no more leases. */
  remove(browser: PooledBrowser): void;
  /** Starts browsers for the leases that wait; without any, one for the next lease. */
  refill(): void;
  /** Settles when no start is in progress and no lease waits; call it after `signal` is aborted. */
  close(): Promise<void>;
}

/** Creates an empty supply. */
export function createBrowserSupply(input: BrowserSupplyInput): BrowserSupply {
  const { concurrency, signal, logger } = input;
  /** Browsers that accept leases, now or when their lease ends. */
  const members = new Set<PooledBrowser>();
  const idle = createIdleBrowsers(input, (browser) => {
    members.delete(browser);
    browser.close();
  });
  const waiting: PromiseWithResolvers<PooledBrowser>[] = [];
  const starts = new Set<Promise<boolean>>();

  function offer(browser: PooledBrowser): void {
    const waiter = waiting.shift();
    if (!browser.isRetired) members.add(browser);
    if (waiter !== undefined) waiter.resolve(browser);
    else if (!browser.isRetired) idle.add(browser);
  }
  function rejectAll(err: unknown): void {
    for (const waiter of waiting.splice(0)) waiter.reject(err);
  }
  async function startOne(): Promise<boolean> {
    try {
      offer(await input.start());
      return true;
    } catch (err) {
      const isUnnoticed = waiting.length === 0 && !signal.aborted;
      if (isUnnoticed) logger?.warn({ err }, 'no browser could be started ahead');
      rejectAll(err);
      return false;
    }
  }
  function refill(): void {
    const isSpareDue = idle.size === 0 && members.size < concurrency.current;
    const wanted = waiting.length > 0 ? waiting.length : Number(isSpareDue);
    while (!signal.aborted && starts.size < Math.min(wanted, maxStarts)) {
      const start = startOne();
      starts.add(start);
      runInBackground(start.then((hasStarted) => starts.delete(start) && hasStarted && refill()));
    }
  }
  return {
    take() {
      const waiter = Promise.withResolvers<PooledBrowser>();
      const browser = idle.take();
      if (browser === undefined) waiting.push(waiter);
      else waiter.resolve(browser);
      refill();
      return waiter.promise;
    },
    offer,
    remove(browser) {
      members.delete(browser);
      idle.remove(browser);
    },
    refill,
    async close() {
      await Promise.all(starts);
      rejectAll(signal.reason);
    },
  };
}
