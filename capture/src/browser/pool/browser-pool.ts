import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineLogger } from '../../logger.ts';
import { ignoreErrors, runInBackground } from '../../rejections.ts';
import type { BrowserPool } from '../browser.ts';
import { resolveExecutable } from '../resolve-executable.ts';
import type { LaunchedBrowser } from '../launch-browser.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { PooledBrowser, RecycleLimits } from './pooled-browser.ts';
import { createPooledBrowser } from './pooled-browser.ts';
import { createActiveBrowser, type ServiceListener } from './active-browser.ts';
import { removeStaleProfileDirectories } from '../profile-directory.ts';

/** Delays before the second, third and fourth attempt to start a browser. Unit: ms. */
const startBackoffMs = [200, 1_000, 3_000];
/** A browser that exits sooner is restarted only on demand, to avoid a restart loop. */
const minUptimeMs = 5_000;

/** Options for finding, sandboxing and recycling browsers. Times in ms. */
export interface BrowserPoolOptions extends Partial<RecycleLimits> {
  /** Path of the browser executable. Default: the best one found. */
  readonly browserPath?: string;
  /** `off` only where the host itself confines the browser. Default: `on`. */
  readonly sandbox?: 'on' | 'off';
  readonly logger?: EngineLogger;
}

const defaultRecycleLimits: RecycleLimits = {
  maxCaptures: 500,
  maxMemoryBytes: 1.5 * 2 ** 30,
  memoryCheckMs: 1_000,
  retireMs: 150_000,
};

/**
 * Creates a pool with one warm browser. The pool replaces it when it reaches its capture or memory
 * limit, is suspect, or exits.
 */
export function createBrowserPool(options: BrowserPoolOptions = {}): BrowserPool {
  const running = new Set<LaunchedBrowser>();
  const closing = new AbortController();
  const { signal } = closing;
  let starts = 0;
  const swept = removeStaleProfileDirectories();
  // Directories that cannot be removed now remain for a later start.
  ignoreErrors([swept]);
  const serving = createActiveBrowser({
    start: async (listener) => {
      const started = await startPooled({ options, running, signal }, listener);
      starts += 1;
      return started;
    },
    signal,
    logger: options.logger,
  });
  return {
    async warm() {
      await serving.getOrStart();
    },
    async lease({ avoid, extraMemoryBytes = 0 } = {}) {
      for (;;) {
        signal.throwIfAborted();
        const pooled = await serving.getOrStart();
        if (pooled.browser.id === avoid) pooled.retire();
        if (!pooled.isRetired) return pooled.acquire(extraMemoryBytes);
      }
    },
    get pids() {
      return [...running].filter((browser) => !browser.hasExited).map((browser) => browser.pid);
    },
    get restarts() {
      return Math.max(0, starts - 1);
    },
    async close() {
      closing.abort(new Error('The browser pool is closed.'));
      await Promise.allSettled([serving.settled(), swept]);
      await Promise.all([...running].map((browser) => browser.end()));
    },
  };
}

interface PoolContext {
  readonly options: BrowserPoolOptions;
  readonly running: Set<LaunchedBrowser>;
  readonly signal: AbortSignal;
}

/** Starts a browser with usage limits and lists it as running until its processes have exited. */
async function startPooled(
  { options, running, signal }: PoolContext,
  listener: ServiceListener,
): Promise<PooledBrowser> {
  const browser = await startWithRetries(options, signal);
  const startedAt = performance.now();
  running.add(browser);
  runInBackground(browser.exited.then(browser.end).then(() => running.delete(browser)));
  const wear = { ...defaultRecycleLimits, ...options };
  return createPooledBrowser(browser, wear, {
    onRecycleDue: listener.onRecycleDue,
    onRetired: () =>
      listener.onRetired(browser.hasExited && performance.now() - startedAt < minUptimeMs),
    onMemoryExceeded(memoryBytes) {
      options.logger?.warn({ memoryBytes, pid: browser.pid }, 'browser killed for its memory');
    },
  });
}

/** Rejects with the error of the last attempt, or with the signal's reason. */
async function startWithRetries(
  { browserPath = '', sandbox = 'on', logger }: BrowserPoolOptions,
  signal: AbortSignal,
): Promise<LaunchedBrowser> {
  const found = await resolveExecutable(browserPath);
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await launchBrowser({ found, sandbox, signal });
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = startBackoffMs[attempt];
      if (waitMs === undefined) throw error;
      logger?.warn({ err: error, attempt }, 'browser did not start; trying again');
      await sleep(waitMs, undefined, { signal });
    }
  }
}
