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

/** Of an answer about the store: health checks do not wait longer. */
const checkDeadlineMs = 1_500;
const smallProbeBytes = 1_024;
const largestProbeBytes = 16 * 2 ** 20;
/** An unknown failure so soon after a successful probe is taken for the object's own. */
const justRecoveredMs = 10_000;

/** A store that notices when it does not take objects, and when it does again; its reads are those of `store`. */
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
        return within(checkDeadlineMs, probing);
      },
    },
  };
}

type Probe = (sizeBytes: number) => Promise<boolean>;

interface Outages extends Pick<StoreHealth, 'isAvailable' | 'onAvailable'> {
  noteSuccess(): void;
  /** Begins an outage unless the failure may be the object's own. */
  noteFailure(err: unknown, sizeBytes: number): void;
  begin(err: unknown, sizeBytes: number): void;
  /** A success is young enough to be believed. */
  isKnown(): boolean;
  close(): void;
}

/** Begins outages, and ends them when a write probe succeeds. */
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
        await delay(ms, undefined, { signal: closing.signal });
        if (await probe(current.sizeBytes)) break;
      }
    } catch {
      // The store was closed meanwhile.
      return;
    }
    outage = undefined;
    succeededAtMs = recoveredAtMs = performance.now();
    logger.info({}, 'the file store takes objects again');
    for (const listener of listeners) listener();
  };
  const begin = (err: unknown, sizeBytes: number): void => {
    if (outage) outage.sizeBytes = Math.max(outage.sizeBytes, sizeBytes);
    if (outage || closing.signal.aborted) return;
    outage = { sizeBytes };
    logger.error({ err }, 'the file store takes no objects');
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

const isOfStore = (err: unknown): boolean => err instanceof AppError && err.kind === 'unavailable';

/** Writes as much as could not be written, so that a nearly full store is not taken for one with room. */
function createProbe(store: ObjectStore, deadlineMs: number): Probe {
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
    return within(deadlineMs, running);
  };
}

/** False when there is no answer in time. */
async function within(deadlineMs: number, answer: Promise<boolean>): Promise<boolean> {
  const timer = new AbortController();
  const deadline = delay(deadlineMs, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    timer.abort();
  }
}
