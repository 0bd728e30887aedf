import { createWaitingLine, type LineMember } from './waiting-line.ts';

/** How much of the machine a capture may need; only some slots take the larger ones, so that small ones find one. */
export type AdmissionLane = 'viewport' | 'fullPage' | 'huge';

/** One caller's wish for a slot. */
export interface AdmissionRequest extends LineMember {
  readonly lane: AdmissionLane;
  readonly signal?: AbortSignal | undefined;
}

/** A slot held; `release` is idempotent. */
export interface AdmissionSlot {
  release(): void;
}

/** Hands out a fixed number of slots in the order of the waiting line. */
export interface Admission {
  /** Resolves with a slot, or undefined when the signal ended the wait. */
  enter(request: AdmissionRequest): Promise<AdmissionSlot | undefined>;
  readonly running: number;
  readonly waiting: number;
}

interface Waiter extends AdmissionRequest {
  admit(slot: AdmissionSlot): void;
}

/** An admission with `slots` places; full pages take at most half of them (at least one), huge pictures one. */
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
