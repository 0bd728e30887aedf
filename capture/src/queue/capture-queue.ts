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

/** Concurrency limiter: assigns a fixed number of slots in queue order. */
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
 * Creates an admission with `slots` slots. Full pages use at most half of them (at least one), huge
 * images one.
 */
export function createCaptureQueue(slots: number): CaptureQueue {
  const half = Math.max(1, Math.floor(slots / 2));
  const slotsByClass = { viewport: slots, fullPage: half, huge: 1 };
  const line = createFairQueue<Waiter>();
  const running = new Set<Waiter>();
  const isEligible = ({ slotClass }: Waiter): boolean =>
    [...running].filter((other) => other.slotClass === slotClass).length < slotsByClass[slotClass];

  const startNext = (): void => {
    if (running.size >= slots) return;
    const waiter = line.takeNext(isEligible);
    if (waiter === undefined) return;
    running.add(waiter);
    waiter.admit({ release: () => running.delete(waiter) && startNext() });
    startNext();
  };

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
