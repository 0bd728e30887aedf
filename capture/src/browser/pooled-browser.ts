import { runInBackground } from '../rejections.ts';
import type { BrowserLease, LeaseOutcome } from './browser.ts';
import type { LaunchedBrowser } from './launch-browser.ts';
import { sessionMemoryBytes } from './process-memory.ts';

/** When a browser has served long or large enough. */
export interface WearLimits {
  /** Then it asks for a successor, and goes on until there is one. */
  readonly maxCaptures: number;
  readonly maxMemoryBytes: number;
  readonly memoryCheckMs: number;
  /** How long a replaced browser may wait for its last lease. */
  readonly retireMs: number;
}

/** A browser of the pool with its leases. */
export interface PooledBrowser {
  readonly browser: LaunchedBrowser;
  /** No further leases: it has served its time, is suspect, or has gone. */
  readonly isRetired: boolean;
  lend(extraMemoryBytes: number): BrowserLease;
  /** Lends it no more; it ends with its last lease, or when its time for that is over. Idempotent. */
  retire(): void;
}

/** What the pool hears of a browser. */
export interface WearListener {
  /** It has served its captures; said again after as many more. */
  onWorn(): void;
  onRetired(): void;
  onOverweight(memoryBytes: number): void;
}

/** Counts the leases and the memory of one browser, and ends it when it is worn out and nobody uses it. */
export function createPooledBrowser(
  browser: LaunchedBrowser,
  limits: WearLimits,
  listener: WearListener,
): PooledBrowser {
  let captures = 0;
  let isRetired = false;
  let retireTimer: NodeJS.Timeout | undefined;
  let memoryTimer: NodeJS.Timeout | undefined;
  const leases = new Map<symbol, number>();
  let leasesWhenOutgrown: readonly symbol[] = [];
  const foreignPids = new Set<number>();

  function weigh(): void {
    const memoryBytes = sessionMemoryBytes(browser.pid, foreignPids);
    if (memoryBytes <= limits.maxMemoryBytes + sumOf(leases.values())) return;
    listener.onOverweight(memoryBytes);
    leasesWhenOutgrown = [...leases.keys()];
    browser.kill();
  }
  function retire(): void {
    if (isRetired) return;
    isRetired = true;
    if (leases.size === 0) runInBackground(browser.end());
    else retireTimer = setTimeout(browser.kill, limits.retireMs);
    listener.onRetired();
  }
  function giveBack(lease: symbol, outcome: LeaseOutcome): void {
    if (!leases.delete(lease)) return;
    if (leases.size === 0) clearInterval(memoryTimer);
    if (leases.size === 0 && isRetired) runInBackground(browser.end());
    if (outcome === 'suspect') retire();
  }
  const closed = browser.gone.then(() => {
    retire();
    clearInterval(memoryTimer);
    clearTimeout(retireTimer);
  });
  runInBackground(closed);
  return {
    browser,
    get isRetired() {
      return isRetired;
    },
    lend(extraMemoryBytes) {
      const lease = Symbol('lease');
      if (leases.size === 0) memoryTimer = setInterval(weigh, limits.memoryCheckMs);
      leases.set(lease, extraMemoryBytes);
      if (++captures % limits.maxCaptures === 0) listener.onWorn();
      return {
        browser,
        get outgrown() {
          return shareOf(lease, leasesWhenOutgrown);
        },
        release: (outcome) => giveBack(lease, outcome),
      };
    },
    retire,
  };
}

function sumOf(values: Iterable<number>): number {
  return [...values].reduce((sum, value) => sum + value, 0);
}

function shareOf(lease: symbol, leases: readonly symbol[]): BrowserLease['outgrown'] {
  if (!leases.includes(lease)) return undefined;
  return leases.length === 1 ? 'alone' : 'together';
}
