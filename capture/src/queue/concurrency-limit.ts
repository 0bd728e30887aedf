/** Number of captures that may run at a time. It may change while captures run. */
export interface ConcurrencyLimit {
  readonly current: number;
  /** Calls `listener` each time the limit rises. Returns a function that unsubscribes. */
  onRaised(listener: () => void): () => void;
}

/** Range of an adaptive limit. */
export interface LimitRange {
  readonly min: number;
  readonly max: number;
}

/** Load of the machine since the last reading. Shares are between 0 and 1. */
export interface Pressure {
  /** Share of the processors, or of the quota of this container, that was used. */
  readonly cpuShare: number;
  /** Memory that is still available. */
  readonly availableBytes: number;
  /** Time by which the event loop was late. Unit: ms. */
  readonly loopDelayMs: number;
}

/** Captures that have a slot now. */
export interface SlotUse {
  readonly running: number;
  /** Number of them that wait for the first response to their page, which takes no processor time. */
  readonly awaiting: number;
}

/** A limit that follows the load of the machine. */
export interface AdaptiveLimit extends ConcurrencyLimit {
  /** Raises or lowers the limit by the load since the last call. */
  adapt(use: SlotUse, pressure: Pressure): void;
}

/** Above this share, another capture would only delay those that run. */
const freeCpuShare = 0.85;
/** From this share on, captures delay each other. */
const fullCpuShare = 0.97;
/** A half idle machine takes several captures more at once. */
const idleCpuShare = 0.5;
const fastStep = 3;
/**
 * Share of the limit from which it counts as used: between two captures a slot is free for a moment,
 * while the results of the first are stored.
 */
const usedShare = 0.75;
/** Share of the limit below which it is too high. */
const unusedShare = 0.5;
/** Factor of one decrease. */
const decrease = 0.85;
/** Memory of a browser with a large page, which must be available before one more is opened. */
const browserBytes = 400 * 2 ** 20;
/** Memory that stays available for everything else. */
const reserveBytes = 512 * 2 ** 20;
const maxLoopDelayMs = 100;
const fullLoopDelayMs = 400;

/** Returns the limit; a number is one that never changes. */
export function toLimit(concurrency: number | ConcurrencyLimit): ConcurrencyLimit {
  if (typeof concurrency !== 'number') return concurrency;
  return { current: concurrency, onRaised: () => () => undefined };
}

/**
 * Creates a limit between `min` and `max` by additive increase and multiplicative decrease. It starts
 * at `min`, rises while it is used and the machine has processor time and memory to spare, and
 * returns to `min` while it is not used. Captures that await a response do not count: while fewer
 * than `min` others run, the limit rises at once, and full processors never lower it further.
 */
export function createAdaptiveLimit({ min, max }: LimitRange): AdaptiveLimit {
  const listeners = new Set<() => void>();
  let current = min;
  const set = (next: number): void => {
    const isRaised = next > current;
    current = next;
    if (isRaised) for (const listener of listeners) listener();
  };
  return {
    get current() {
      return current;
    },
    onRaised(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    adapt({ running, awaiting }, pressure) {
      const missing = min - (running - awaiting);
      const decreased = Math.max(min, Math.floor(current * decrease));
      if (isOverloaded(pressure)) set(decreased);
      else if (running < current * unusedShare) set(Math.max(min, current - 1));
      else if (pressure.cpuShare >= fullCpuShare && missing < 0)
        set(Math.min(current, Math.max(decreased, min + awaiting)));
      else if (running >= current * usedShare) {
        const step = Math.max(missing, stepFor(pressure));
        if (hasMemoryFor(step, pressure)) set(Math.min(max, current + step));
      }
    },
  };
}

/** True if no more captures may run, whatever they do. */
function isOverloaded({ availableBytes, loopDelayMs }: Pressure): boolean {
  return availableBytes < reserveBytes || loopDelayMs >= fullLoopDelayMs;
}

/** Returns the number of captures for which there is processor time. */
function stepFor({ cpuShare }: Pressure): number {
  if (cpuShare >= freeCpuShare) return 0;
  return cpuShare < idleCpuShare ? fastStep : 1;
}

function hasMemoryFor(captures: number, { availableBytes, loopDelayMs }: Pressure): boolean {
  const neededBytes = reserveBytes + Math.max(fastStep, captures) * browserBytes;
  return loopDelayMs < maxLoopDelayMs && availableBytes >= neededBytes;
}
