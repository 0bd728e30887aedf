import { bindRejectionOwner, runInBackground } from '../../rejections.ts';
import type { BrowserLease, LeaseOptions } from '../browser.ts';
import type { LaunchedBrowser } from '../launch-browser.ts';
import { hasEnded } from './process-memory.ts';
import type { ResourceMonitor, ResourceWatch } from './resource-monitor.ts';

/** Maximum time until a browser that serves a capture responds. Unit: ms. */
const responseMs = 2_000;

/** Limits of one browser. */
export interface BrowserLimits {
  /** Number of captures after which a browser is recycled. */
  readonly maxCaptures: number;
  readonly maxMemoryBytes: number;
}

/** A browser of the pool, leased to one capture at a time. */
export interface PooledBrowser {
  readonly browser: LaunchedBrowser;
  /** True if it accepts no more leases, because it is recycled, killed or has exited. */
  readonly isRetired: boolean;
  acquire(options: LeaseOptions): BrowserLease;
  /** Kills the browser if it does not respond, and returns false. */
  responds(): Promise<boolean>;
  /** Closes a browser that is not leased, without a notification. */
  close(): void;
}

/** Dependencies of a pooled browser, and its notifications. */
export interface PooledBrowserInput {
  readonly browser: LaunchedBrowser;
  readonly limits: BrowserLimits;
  readonly resources: ResourceMonitor;
  /** Called when the browser is ready for the next capture. */
  onReleased(): void;
  /** Called once, when the browser accepts no more leases; it may still be leased. */
  onRetired(): void;
  onMemoryExceeded(memoryBytes: number): void;
}

/**
 * Creates a pooled browser that counts its captures and limits its memory while it is leased. It
 * retires at the start of its last capture, so that another one is started meanwhile.
 */
export function createPooledBrowser(input: PooledBrowserInput): PooledBrowser {
  const { browser, limits } = input;
  let captures = 0;
  let isRetired = false;
  const retire = (): void => {
    if (isRetired) return;
    isRetired = true;
    input.onRetired();
  };
  runInBackground(browser.exited.then(retire));
  return {
    browser,
    get isRetired() {
      return isRetired || browser.hasExited;
    },
    async responds() {
      const ping = browser.cdp.send('Browser.getVersion', undefined, { timeoutMs: responseMs });
      const isResponding = await ping.then(
        () => true,
        () => false,
      );
      // With its own namespaces, a killed browser responds until the kernel has ended its other processes.
      if (!isResponding || hasEnded(browser.pid)) {
        browser.kill();
        retire();
      }
      return !isRetired;
    },
    close() {
      isRetired = true;
      runInBackground(browser.end());
    },
    acquire({ extraMemoryBytes = 0, hasLowCpuPriority = () => false }) {
      let isReleased = false;
      const maxMemoryBytes = limits.maxMemoryBytes + extraMemoryBytes;
      const watched = watchResources(input, { maxMemoryBytes, hasLowCpuPriority });
      const release: BrowserLease['release'] = (outcome) => {
        if (isReleased) return;
        isReleased = true;
        watched.end(outcome === 'suspect' ? 'killed' : 'reused');
        if (outcome === 'suspect') browser.kill();
        if (outcome === 'suspect') retire();
        else if (isRetired) runInBackground(browser.end());
        else input.onReleased();
      };
      captures += 1;
      if (captures >= limits.maxCaptures) retire();
      return {
        browser,
        get hasExceededMemory() {
          return watched.hasExceededMemory;
        },
        get hasUsedMuchCpu() {
          return watched.isLowest;
        },
        // The browser outlives the capture that releases it.
        release: bindRejectionOwner(release),
      };
    },
  };
}

/** Watches a leased browser, and kills it if it exceeds its memory. */
function watchResources(
  { browser, resources, onMemoryExceeded }: PooledBrowserInput,
  limits: Pick<ResourceWatch, 'maxMemoryBytes' | 'hasLowCpuPriority'>,
) {
  let hasExceededMemory = false;
  const watched = resources.watch({
    sessionId: browser.pid,
    ...limits,
    onMemoryExceeded(memoryBytes) {
      if (!hasExceededMemory) onMemoryExceeded(memoryBytes);
      hasExceededMemory = true;
      browser.kill();
    },
  });
  return {
    get hasExceededMemory() {
      return hasExceededMemory;
    },
    get isLowest() {
      return watched.isLowest;
    },
    end: watched.end,
  };
}
