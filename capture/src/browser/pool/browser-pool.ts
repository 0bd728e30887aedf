import { ignoreErrors, runInBackground } from '../../rejections.ts';
import { toLimit, type ConcurrencyLimit } from '../../queue/concurrency-limit.ts';
import type { BrowserLease, BrowserPool, LeaseOptions } from '../browser.ts';
import type { LaunchedBrowser } from '../launch-browser.ts';
import { removeStaleProfileDirectories } from '../profile-directory.ts';
import { createBrowserSupply, type BrowserSupply } from './browser-supply.ts';
import type { IdleLimits } from './idle-browsers.ts';
import { createResourceMonitor, lowPriorities, type LowPriority } from './resource-monitor.ts';
import { createPooledBrowser, type BrowserLimits, type PooledBrowser } from './pooled-browser.ts';
import { createStartPriorities } from './start-priorities.ts';
import { startBrowser, type StartOptions } from './start-browser.ts';

/** A browser that exits sooner is restarted only on demand, to avoid a restart loop. */
const minUptimeMs = 5_000;

/** Limits of the pool. */
interface PoolLimits extends BrowserLimits, IdleLimits {
  /** Number of captures at a time. No browser is started ahead beyond it. Default: 1. */
  readonly concurrency: number | ConcurrencyLimit;
  /** Time between two checks of the memory. Unit: ms. */
  readonly memoryCheckMs: number;
  /** Priorities of a capture by its CPU time, from the highest to the lowest. */
  readonly lowPriorities: readonly LowPriority[];
}

/** Options for starting, limiting and recycling browsers. */
export type BrowserPoolOptions = StartOptions & Partial<PoolLimits>;

const defaultLimits: PoolLimits = {
  concurrency: 1,
  maxCaptures: 500,
  maxMemoryBytes: 1.5 * 2 ** 30,
  memoryCheckMs: 500,
  lowPriorities,
  maxIdle: 4,
  idleMs: 60_000,
};

/** Creates a pool without browsers; they are started ahead of the captures that need them. */
export function createBrowserPool(options: BrowserPoolOptions = {}): BrowserPool {
  const limits = { ...defaultLimits, ...options };
  const concurrency = toLimit(limits.concurrency);
  const { logger } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const running = createRunningBrowsers();
  const resources = createResourceMonitor(limits.memoryCheckMs, limits.lowPriorities);
  let restarts = 0;
  const swept = removeStaleProfileDirectories();
  // Directories that cannot be removed now remain for a later start.
  ignoreErrors([swept]);
  async function start(): Promise<PooledBrowser> {
    const browser = running.add(await startBrowser(options, starting, signal));
    const startedMs = performance.now();
    const pooled = createPooledBrowser({
      browser,
      limits,
      resources,
      onReleased: () => supply.offer(pooled),
      onRetired() {
        restarts += 1;
        supply.remove(pooled);
        const diedEarly = browser.hasExited && performance.now() - startedMs < minUptimeMs;
        if (!diedEarly) supply.refill();
      },
      onMemoryExceeded(memoryBytes) {
        logger?.warn({ memoryBytes, pid: browser.pid }, 'browser killed for its memory');
      },
    });
    return pooled;
  }
  const starting = createStartPriorities(() => supply.isAwaited());
  const supply = createBrowserSupply({
    ...limits,
    concurrency,
    start,
    onAwaited: starting.raise,
    signal,
    logger,
  });
  return {
    async warm() {
      supply.offer(await supply.take());
    },
    lease: (leaseOptions = {}) => lease(supply, leaseOptions, signal),
    get pids() {
      return running.pids;
    },
    get restarts() {
      return restarts;
    },
    async close() {
      closing.abort(new Error('The browser pool is closed.'));
      await Promise.allSettled([supply.close(), swept]);
      await running.end();
    },
  };
}

async function lease(
  supply: BrowserSupply,
  options: LeaseOptions,
  signal: AbortSignal,
): Promise<BrowserLease> {
  const { mustRespond = false, hasLowCpuPriority = () => false } = options;
  for (;;) {
    signal.throwIfAborted();
    const pooled = await supply.take({ leavesLast: hasLowCpuPriority() });
    const isUsable = mustRespond ? await pooled.responds() : !pooled.isRetired;
    if (isUsable) return pooled.acquire(options);
  }
}

/** Browsers whose processes have not all exited. */
interface RunningBrowsers {
  add(browser: LaunchedBrowser): LaunchedBrowser;
  readonly pids: readonly number[];
  end(): Promise<void>;
}

function createRunningBrowsers(): RunningBrowsers {
  const running = new Set<LaunchedBrowser>();
  return {
    add(browser) {
      running.add(browser);
      runInBackground(browser.exited.then(browser.end).then(() => running.delete(browser)));
      return browser;
    },
    get pids() {
      return [...running].filter((browser) => !browser.hasExited).map(({ pid }) => pid);
    },
    async end() {
      await Promise.all([...running].map((browser) => browser.end()));
    },
  };
}
