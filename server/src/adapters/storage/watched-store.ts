import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../lib/app-error.ts';
import { newToken } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ObjectStore } from './object-store.ts';
import { isCertainOutage } from './outage.rules.ts';
import { ignoreErrors } from '../../lib/run-in-background.ts';

/** Whether a store takes objects now. */
export interface StoreHealth {
  /** False from the put that failed up to the first write probe that succeeds. */
  isAvailable(): boolean;
  /** Calls `listener` at the end of each outage; the result ends that. */
  onAvailable(listener: () => void): () => void;
  /** The same as `isAvailable`, but an old knowledge is renewed by a write probe. */
  check(): Promise<boolean>;
}

/** Timings; shortened in tests only. */
export interface WatchTimings {
  readonly firstProbeMs: number;
  readonly longestPauseMs: number;
  /** Of one write probe; with the pause at most 5 s. */
  readonly probeDeadlineMs: number;
  /** A put or a probe that succeeded is believed so long. */
  readonly believedMs: number;
}

const usualTimings: WatchTimings = {
  firstProbeMs: 500,
  longestPauseMs: 2_000,
  probeDeadlineMs: 3_000,
  believedMs: 10_000,
};

const smallProbeBytes = 1_024;
const largestProbeBytes = 16 * 2 ** 20;
/** An unknown failure so soon after a successful probe is taken for the object's own. */
const justRecoveredMs = 10_000;

/** A store that notices when it does not take objects, and when it does again; its reads are those of `store`. */
export function watchStore(
  store: ObjectStore,
  { logger, timings = usualTimings }: { readonly logger: Logger; readonly timings?: WatchTimings },
): { readonly store: ObjectStore; readonly health: StoreHealth } {
  const closing = new AbortController();
  const probe = createProbe(store, timings.probeDeadlineMs);
  const outages = trackOutages({ probe, logger, timings, signal: closing.signal });
  return {
    store: {
      ...store,
      put: async (key, bytes, options) => {
        try {
          const stored = await store.put(key, bytes, options);
          outages.noteSuccess();
          return stored;
        } catch (err) {
          outages.noteFailure(err, bytes.length);
          throw err;
        }
      },
      close: async () => {
        closing.abort();
        await store.close();
      },
    },
    health: {
      isAvailable: () => !outages.isUnderWay(),
      onAvailable: outages.onEnd,
      check: async () => {
        if (outages.isUnderWay() || outages.hasJustSucceeded()) return !outages.isUnderWay();
        if (await probe(smallProbeBytes)) outages.noteSuccess();
        else outages.begin(new Error('a write probe failed'), smallProbeBytes);
        return !outages.isUnderWay();
      },
    },
  };
}

/** Outages of one store, one at a time. */
interface Outages {
  isUnderWay(): boolean;
  hasJustSucceeded(): boolean;
  noteSuccess(): void;
  /** Begins an outage if the error is the store's own. */
  noteFailure(err: unknown, sizeBytes: number): void;
  begin(err: unknown, sizeBytes: number): void;
  /** Calls `listener` at each end of an outage; returns a function that removes it. */
  onEnd(listener: () => void): () => void;
}

function trackOutages(input: {
  readonly probe: (sizeBytes: number) => Promise<boolean>;
  readonly logger: Logger;
  readonly timings: WatchTimings;
  readonly signal: AbortSignal;
}): Outages {
  const { probe, logger, timings, signal } = input;
  const listeners = new Set<() => void>();
  let outage: { sizeBytes: number } | undefined;
  let succeededAtMs = -timings.believedMs;
  let recoveredAtMs = -justRecoveredMs;
  const recover = async (current: { readonly sizeBytes: number }): Promise<void> => {
    for (let pauseMs = timings.firstProbeMs; ; pauseMs *= 2) {
      const ms = Math.min(pauseMs, timings.longestPauseMs);
      await delay(ms, undefined, { signal });
      if (await probe(current.sizeBytes)) break;
    }
    outage = undefined;
    succeededAtMs = recoveredAtMs = performance.now();
    logger.info({}, 'the file store takes objects again');
    for (const listener of listeners) listener();
  };
  const begin: Outages['begin'] = (cause, sizeBytes) => {
    if (outage) outage.sizeBytes = Math.max(outage.sizeBytes, sizeBytes);
    if (outage || signal.aborted) return;
    outage = { sizeBytes };
    logger.error({ err: cause }, 'the file store takes no objects');
    // Rejects when the store is closed.
    ignoreErrors(recover(outage));
  };
  return {
    isUnderWay: () => outage !== undefined,
    hasJustSucceeded: () => performance.now() - succeededAtMs < timings.believedMs,
    noteSuccess: () => {
      succeededAtMs = performance.now();
    },
    noteFailure: (cause, sizeBytes) => {
      if (isOutage(cause, recoveredAtMs)) begin(cause, sizeBytes);
    },
    begin,
    onEnd: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function isOutage(err: unknown, recoveredAtMs: number): boolean {
  const hasJustRecovered = performance.now() - recoveredAtMs < justRecoveredMs;
  return isOfStore(err) && (!hasJustRecovered || isCertainOutage(err));
}

const isOfStore = (err: unknown): boolean => err instanceof AppError && err.kind === 'unavailable';

/** Writes as much as could not be written, so that a nearly full store is not taken for one with room. */
function createProbe(
  store: ObjectStore,
  deadlineMs: number,
): (sizeBytes: number) => Promise<boolean> {
  // One of its own for each process: another's removal must not look like a loss.
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
    // A probe that hangs is waited for again rather than joined by another.
    running ??= write(sizeBytes).finally(() => (running = undefined));
    const timer = new AbortController();
    const deadline = delay(deadlineMs, false, { signal: timer.signal }).catch(() => false);
    try {
      return await Promise.race([running, deadline]);
    } finally {
      timer.abort();
    }
  };
}
