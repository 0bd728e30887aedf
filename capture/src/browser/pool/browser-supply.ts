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
  /** Called when a lease begins to wait that does not leave the last browser to others. */
  onAwaited(): void;
  start(): Promise<PooledBrowser>;
  /** No browser is started after this is aborted. */
  readonly signal: AbortSignal;
  readonly logger: EngineLogger | undefined;
}

/** Supply of browsers: matches those that are idle or being started with the leases that wait. */
export interface BrowserSupply {
  /** True while a lease waits that does not leave the last browser to others. */
  isAwaited(): boolean;
  /**
   * Removes a browser from the supply for a lease. Rejects if none can be started. With `leavesLast`, it waits
   * instead of taking the only idle browser, as long as another one may be started.
   */
  take(options?: { readonly leavesLast?: boolean }): Promise<PooledBrowser>;
  /** Returns a browser to the supply; the lease that waits longest and may take it gets it. */
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
  const { concurrency, signal } = input;
  /** Browsers that accept leases, now or when their lease ends. */
  const members = new Set<PooledBrowser>();
  const idle = createIdleBrowsers(input, (browser) => {
    members.delete(browser);
    browser.close();
  });
  const waiting = createWaitingLeases();
  const starts = new Set<Promise<boolean>>();

  /** True if no more than `count` browsers are idle, and another may be started. */
  const isShort = (count: number): boolean =>
    idle.size <= count && members.size < concurrency.current;
  function offer(browser: PooledBrowser): void {
    if (!browser.isRetired) members.add(browser);
    const waiter = waiting.take({ isLast: isShort(0) });
    if (waiter !== undefined) waiter.resolve(browser);
    else if (!browser.isRetired) idle.add(browser);
  }
  async function startOne(): Promise<boolean> {
    try {
      offer(await input.start());
      return true;
    } catch (err) {
      const isUnnoticed = waiting.size === 0 && !signal.aborted;
      if (isUnnoticed) input.logger?.warn({ err }, 'no browser could be started ahead');
      waiting.rejectAll(err);
      return false;
    }
  }
  function refill(): void {
    const wanted = waiting.size > 0 ? waiting.size : Number(isShort(0));
    while (!signal.aborted && starts.size < Math.min(wanted, maxStarts)) {
      const start = startOne();
      starts.add(start);
      runInBackground(start.then((hasStarted) => starts.delete(start) && hasStarted && refill()));
    }
  }
  return {
    isAwaited: () => waiting.isUrgent,
    take({ leavesLast = false } = {}) {
      const browser = leavesLast && isShort(1) ? undefined : idle.take();
      const taken = browser === undefined ? waiting.add(leavesLast) : Promise.resolve(browser);
      if (waiting.isUrgent) input.onAwaited();
      refill();
      return taken;
    },
    offer,
    remove(browser) {
      members.delete(browser);
      idle.remove(browser);
    },
    refill,
    async close() {
      await Promise.all(starts);
      waiting.rejectAll(signal.reason);
    },
  };
}

/** Leases that wait for a browser. */
interface WaitingLeases {
  readonly size: number;
  /** True if one waits that does not leave the last browser to others. */
  readonly isUrgent: boolean;
  add(leavesLast: boolean): Promise<PooledBrowser>;
  /** Removes and returns the lease that waits longest, of those that do not leave the last browser if it is that. */
  take(browser: { readonly isLast: boolean }): PromiseWithResolvers<PooledBrowser> | undefined;
  rejectAll(err: unknown): void;
}

function createWaitingLeases(): WaitingLeases {
  const leases: (PromiseWithResolvers<PooledBrowser> & { readonly leavesLast: boolean })[] = [];
  return {
    get size() {
      return leases.length;
    },
    get isUrgent() {
      return leases.some(({ leavesLast }) => !leavesLast);
    },
    add(leavesLast) {
      const lease = { ...Promise.withResolvers<PooledBrowser>(), leavesLast };
      leases.push(lease);
      return lease.promise;
    },
    take({ isLast }) {
      const index = leases.findIndex(({ leavesLast }) => !(leavesLast && isLast));
      return index < 0 ? undefined : leases.splice(index, 1)[0];
    },
    rejectAll(err) {
      for (const lease of leases.splice(0)) lease.reject(err);
    },
  };
}
