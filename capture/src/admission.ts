import { createWaitingLine, type LineMember } from './waiting-line.ts';

/**
 * Size class of a capture. Only some slots accept the larger classes, so that small captures always
 * find a slot.
 */
export type AdmissionLane = 'viewport' | 'fullPage' | 'huge';

/** Request for a slot. */
export interface AdmissionRequest extends LineMember {
  readonly lane: AdmissionLane;
  readonly signal?: AbortSignal | undefined;
}

/** An acquired slot; `release` is idempotent. */
export interface AdmissionSlot {
  release(): void;
}

/** Concurrency limiter: assigns a fixed number of slots in queue order. */
export interface Admission {
  /** Resolves with a slot, or with undefined if the signal aborted the wait. */
  enter(request: AdmissionRequest): Promise<AdmissionSlot | undefined>;
  readonly running: number;
  readonly waiting: number;
}

interface Waiter extends AdmissionRequest {
  admit(slot: AdmissionSlot): void;
}

/**
 * Creates an admission with `slots` slots. Full pages use at most half of them (at least one), huge
 * images one.
 */
export function createAdmission(slots: number): Admission {
  const half = Math.max(1, Math.floor(slots / 2));
  const laneSlots = { viewport: slots, fullPage: half, huge: 1 };
  const line = createWaitingLine<Waiter>();
  const running = new Set<Waiter>();
  const isEligible = ({ lane }: Waiter): boolean =>
    [...running].filter((other) => other.lane === lane).length < laneSlots[lane];

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
      const { promise, resolve } = Promise.withResolvers<AdmissionSlot | undefined>();
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
