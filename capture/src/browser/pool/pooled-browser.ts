import { runInBackground } from '../../rejections.ts';
import type { BrowserLease, LeaseOutcome } from '../browser.ts';
import type { LaunchedBrowser } from '../launch-browser.ts';
import { sessionMemoryBytes } from './process-memory.ts';

/** Limits after which a browser is recycled. */
export interface RecycleLimits {
  /**
   * After this many captures the browser is due for recycling, but remains in use until it is
   * replaced.
   */
  readonly maxCaptures: number;
  readonly maxMemoryBytes: number;
  readonly memoryCheckMs: number;
  /** Maximum time a replaced browser waits for its last lease. Unit: ms. */
  readonly retireMs: number;
}

/** A browser of the pool with its leases. */
export interface PooledBrowser {
  readonly browser: LaunchedBrowser;
  /**
   * True if the browser accepts no more leases because it was replaced, is suspect, or has exited.
   */
  readonly isRetired: boolean;
  acquire(extraMemoryBytes: number): BrowserLease;
  /**
   * Stops further leases. The browser closes after its last lease, or when the time for that is
   * over. Idempotent.
   */
  retire(): void;
}

/** Notifications from a browser to its pool. */
export interface RecycleListener {
  /** Called when the capture limit is reached, and again after each further `maxCaptures`. */
  onRecycleDue(): void;
  onRetired(): void;
  onMemoryExceeded(memoryBytes: number): void;
}

/**
 * Creates a pooled browser that counts its leases, checks its memory, and closes after its last
 * lease once it is retired.
 */
export function createPooledBrowser(
  browser: LaunchedBrowser,
  limits: RecycleLimits,
  listener: RecycleListener,
): PooledBrowser {
  let captures = 0;
  let isRetired = false;
  let retireTimer: NodeJS.Timeout | undefined;
  let memoryTimer: NodeJS.Timeout | undefined;
  const leases = new Map<symbol, number>();
  let leasesWhenOutgrown: readonly symbol[] = [];
  const foreignPids = new Set<number>();

  function checkMemory(): void {
    const memoryBytes = sessionMemoryBytes(browser.pid, foreignPids);
    if (memoryBytes <= limits.maxMemoryBytes + sumOf(leases.values())) return;
    listener.onMemoryExceeded(memoryBytes);
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
  const closed = browser.exited.then(() => {
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
    acquire(extraMemoryBytes) {
      const lease = Symbol('lease');
      if (leases.size === 0) memoryTimer = setInterval(checkMemory, limits.memoryCheckMs);
      leases.set(lease, extraMemoryBytes);
      if (++captures % limits.maxCaptures === 0) listener.onRecycleDue();
      return {
        browser,
        get memoryKill() {
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

function shareOf(lease: symbol, leases: readonly symbol[]): BrowserLease['memoryKill'] {
  if (!leases.includes(lease)) return undefined;
  return leases.length === 1 ? 'sole' : 'shared';
}
