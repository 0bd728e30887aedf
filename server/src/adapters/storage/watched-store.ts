import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import { newToken } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ObjectStore } from './object-store.ts';
import { isCertainOutage } from './outage.rules.ts';
import { ignoreErrors } from '../../lib/run-in-background.ts';
import { withTimeout } from '../../lib/with-timeout.ts';

/** Availability of a store for writes. */
export interface StoreHealth {
  /** Returns false from the first failed put until a write probe succeeds. */
  isAvailable(): boolean;
  /** Calls `listener` at the end of each outage. Returns a function that unsubscribes. */
  onAvailable(listener: () => void): () => void;
  /** Returns the same as `isAvailable`, but verifies an old success with a write probe. */
  check(): Promise<boolean>;
}

/** Timings of the outage detection; shortened in tests only. */
export interface WatchTimings {
  readonly firstProbeMs: number;
  readonly longestPauseMs: number;
  /** Deadline of one write probe; with the pause at most 5 s. */
  readonly probeDeadlineMs: number;
  /** Time for which a successful put or probe is trusted. */
  readonly believedMs: number;
}

const usualTimings: WatchTimings = {
  firstProbeMs: 500,
  longestPauseMs: 2_000,
  probeDeadlineMs: 3_000,
  believedMs: 10_000,
};

/** Deadline of a health check. Unit: ms. */
const checkDeadlineMs = 1_500;
const smallProbeBytes = 1_024;
const largestProbeBytes = 16 * 2 ** 20;
/** Time after a recovery in which an unknown failure is attributed to the object. Unit: ms. */
const justRecoveredMs = 10_000;

/** Wraps a store so that it detects write outages and recoveries; reads are unchanged. */
export function watchStore(
  store: ObjectStore,
  { logger, timings = usualTimings }: { readonly logger: Logger; readonly timings?: WatchTimings },
): { readonly store: ObjectStore; readonly health: StoreHealth } {
  const probe = createProbe(store, timings.probeDeadlineMs);
  const outages = createOutages({ probe, logger, timings });
  return {
    store: {
      ...store,
      put: async (key, bytes, options) => {
        try {
          const stored = await store.put(key, bytes, options);
          outages.noteSuccess();
          return stored;
        } catch (err) {
          if (isOfStore(err)) outages.noteFailure(err, bytes.length);
          throw err;
        }
      },
      close: async () => {
        outages.close();
        await store.close();
      },
    },
    health: {
      isAvailable: outages.isAvailable,
      onAvailable: outages.onAvailable,
      check: async () => {
        if (!outages.isAvailable()) return false;
        if (outages.isKnown()) return true;
        const probing = probe(smallProbeBytes).then((isWritten) => {
          if (isWritten) outages.noteSuccess();
          else outages.begin(new Error('a write probe failed'), smallProbeBytes);
          return isWritten;
        });
        return succeedsWithin(checkDeadlineMs, probing);
      },
    },
  };
}

type Probe = (sizeBytes: number) => Promise<boolean>;

interface Outages extends Pick<StoreHealth, 'isAvailable' | 'onAvailable'> {
  noteSuccess(): void;
  /** Starts an outage unless the failure may be caused by the object. */
  noteFailure(err: unknown, sizeBytes: number): void;
  begin(err: unknown, sizeBytes: number): void;
  /** Returns true if the last success is recent enough to be trusted. */
  isKnown(): boolean;
  close(): void;
}

/** Starts outages, and ends them when a write probe succeeds. */
function createOutages(input: {
  readonly probe: Probe;
  readonly logger: Logger;
  readonly timings: WatchTimings;
}): Outages {
  const { probe, logger, timings } = input;
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  let outage: { sizeBytes: number } | undefined;
  let succeededAtMs = -timings.believedMs;
  let recoveredAtMs = -justRecoveredMs;

  const recover = async (current: { readonly sizeBytes: number }): Promise<void> => {
    try {
      for (let pauseMs = timings.firstProbeMs; ; pauseMs *= 2) {
        const ms = Math.min(pauseMs, timings.longestPauseMs);
        await sleep(ms, undefined, { signal: closing.signal });
        if (await probe(current.sizeBytes)) break;
      }
    } catch {
      // The store was closed during the pause.
      return;
    }
    outage = undefined;
    succeededAtMs = recoveredAtMs = performance.now();
    logger.info({}, 'file store available again');
    for (const listener of listeners) listener();
  };
  const begin = (err: unknown, sizeBytes: number): void => {
    if (outage) outage.sizeBytes = Math.max(outage.sizeBytes, sizeBytes);
    if (outage || closing.signal.aborted) return;
    outage = { sizeBytes };
    logger.error({ err }, 'file store unavailable');
    ignoreErrors(recover(outage));
  };
  return {
    begin,
    isAvailable: () => outage === undefined,
    isKnown: () => performance.now() - succeededAtMs < timings.believedMs,
    noteSuccess: () => {
      succeededAtMs = performance.now();
    },
    noteFailure: (err, sizeBytes) => {
      const hasJustRecovered = performance.now() - recoveredAtMs < justRecoveredMs;
      if (!hasJustRecovered || isCertainOutage(err)) begin(err, sizeBytes);
    },
    onAvailable: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => closing.abort(),
  };
}

const isOfStore = (err: unknown): boolean => err instanceof AppError && err.code === 'unavailable';

/**
 * Creates a probe that writes as many bytes as the failed put, so that a nearly full store does not
 * count as available.
 */
function createProbe(store: ObjectStore, deadlineMs: number): Probe {
  // One key per process, so that a removal by another process does not look like a loss.
  const key = `probe/p${newToken()}`;
  let running: Promise<boolean> | undefined;
  const write = async (sizeBytes: number): Promise<boolean> => {
    const bytes = Buffer.alloc(Math.min(largestProbeBytes, Math.max(smallProbeBytes, sizeBytes)));
    const contentType = 'application/octet-stream';
    try {
      await store.put(key, bytes, { contentType, deadlineMs });
      return true;
    } catch {
      return false;
    } finally {
      await store.remove([key]).catch(() => undefined);
    }
  };
  return async (sizeBytes) => {
    // Joins a hanging probe instead of starting another one.
    running ??= write(sizeBytes).finally(() => (running = undefined));
    return succeedsWithin(deadlineMs, running);
  };
}

/** Returns false if there is no result in time. */
function succeedsWithin(timeoutMs: number, probing: Promise<boolean>): Promise<boolean> {
  return withTimeout(probing, { timeoutMs, onTimeout: () => false });
}
