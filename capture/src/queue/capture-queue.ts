import { toLimit, type ConcurrencyLimit } from './concurrency-limit.ts';
import { createFairQueue, type QueueEntry } from './fair-queue.ts';

/**
 * Size class of a capture. Only some slots accept the larger classes, so that small captures always
 * find a slot.
 */
export type SlotClass = 'viewport' | 'fullPage' | 'huge';

/** Request for a slot. */
export interface SlotRequest extends QueueEntry {
  readonly slotClass: SlotClass;
  readonly signal?: AbortSignal | undefined;
}

/** An acquired slot; `release` is idempotent. */
export interface CaptureSlot {
  release(): void;
}

/** Concurrency limiter: assigns slots in queue order. */
export interface CaptureQueue {
  /** Resolves with a slot, or with undefined if the signal aborted the wait. */
  enter(request: SlotRequest): Promise<CaptureSlot | undefined>;
  readonly running: number;
  readonly waiting: number;
}

interface Waiter extends SlotRequest {
  admit(slot: CaptureSlot): void;
}

/**
 * Creates an admission with as many slots as `concurrency` says at the time. Full pages use at most
 * half of them (at least one), huge images one.
 */
export function createCaptureQueue(concurrency: number | ConcurrencyLimit): CaptureQueue {
  const limit = toLimit(concurrency);
  const line = createFairQueue<Waiter>();
  const running = new Set<Waiter>();
  const isEligible = ({ slotClass }: Waiter): boolean =>
    [...running].filter((other) => other.slotClass === slotClass).length <
    slotsOf(slotClass, limit.current);

  const startNext = (): void => {
    if (running.size >= limit.current) return;
    const waiter = line.takeNext(isEligible);
    if (waiter === undefined) return;
    running.add(waiter);
    waiter.admit({ release: () => running.delete(waiter) && startNext() });
    startNext();
  };
  limit.onRaised(startNext);

  return {
    enter(request) {
      const { promise, resolve } = Promise.withResolvers<CaptureSlot | undefined>();
      const waiter: Waiter = {
        ...request,
        admit(slot) {
          request.signal?.removeEventListener('abort', leave);
          resolve(slot);
        },
      };
      const leave = (): void => {
        line.remove(waiter);
        resolve(undefined);
      };
      if (request.signal?.aborted === true) return Promise.resolve(undefined);
      request.signal?.addEventListener('abort', leave, { once: true });
      line.add(waiter);
      startNext();
      return promise;
    },
    get running() {
      return running.size;
    },
    get waiting() {
      return line.length;
    },
  };
}

function slotsOf(slotClass: SlotClass, slots: number): number {
  if (slotClass === 'huge') return 1;
  return slotClass === 'fullPage' ? Math.max(1, Math.floor(slots / 2)) : slots;
}
