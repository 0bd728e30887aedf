import { overload } from '../clock/overload.ts';

/** Rules of the wait until a page is stable. Times of the page's clock unless said otherwise. */
export interface StabilityRules {
  /** Time a page with scripts is given at least. Unit: ms. */
  readonly calmMs: number;
  /** Time it is given after the last thing that came over the network. Unit: ms. */
  readonly afterMs: number;
}

/**
 * Rules by occasion. `first`: after load; 2.5 s catch what a person calls loading and stay below
 * carousels (3 to 5 s) and newsletter pop-ups (5 s). `navigated`: after a change of page, whose
 * transition holds the old page's image. `swept`: after scrolling through a page. `grown`: when all of it is in view,
 * where some parts load once they have been seen for a second. `moving`: a document without scripts whose images may play once. `delayed`: after a request during the caller's delay. `injected`: after the caller's own scripts and styles.
 */
export const stabilityRules = {
  first: { calmMs: 2_500, afterMs: 1_500 },
  firstInRealTime: { calmMs: 2_500, afterMs: 700 },
  navigated: { calmMs: 400, afterMs: 400 },
  injected: { calmMs: 600, afterMs: 600 },
  swept: { calmMs: 400, afterMs: 800 },
  scrolled: { calmMs: 150, afterMs: 600 },
  grown: { calmMs: 1_200, afterMs: 600 },
  scrolledToTarget: { calmMs: 1_200, afterMs: 0 },
  delayed: { calmMs: 0, afterMs: 50 },
  scriptFree: { calmMs: 0, afterMs: 0 },
  moving: { calmMs: 2_400, afterMs: 0 },
} as const satisfies Readonly<Record<string, StabilityRules>>;

/**
 * Maximum time that finite animations are followed in one wait. `endless`: in later waits of a page whose animations
 * have reached the usual limit, such as the steps of a ticker. Unit: ms.
 */
export const maxAnimationMs = { usual: 5_000, endless: 1_500 } as const;
/** Share of the viewport from which loaders extend the wait while something is under way. */
export const largeLoaderShare = 0.25;
/** Real time that all fast steps of a page may take together. Unit: ms. */
export const maxFastMs = 3_000;

/**
 * The same of a deterministic page, where it must not decide the image. It leaves room for the other
 * waits of a capture.
 */
export const maxDeterministicMs = 40_000;

/** Time between two frames, adapted to what a frame costs. Unit: ms. */
export interface Slice {
  readonly ms: number;
  /** False if the next frame may run the page's callbacks alone. */
  readonly isDrawn: boolean;
  /** Records the real time of a drawn step, and whether its frame showed a change. */
  record(costMs: number, hasChanged: boolean): void;
  /** Records a step whose frame was not drawn. */
  recordUndrawn(): void;
}

/** Spring libraries count at most 64 ms a frame. */
const firstSliceMs = 60;
/** Libraries take a longer step for a tab that was asleep. */
const maxSliceMs = 250;
/** Frames in a row that are not drawn while a page changes. */
const maxUndrawn = 2;
const smallSliceMs = 33;
const costlyMs = 12;
const heavyMs = 150;

/** Slices of 50 ms, whatever they cost. */
export const constantSlice: Slice = {
  ms: 50,
  isDrawn: true,
  record: () => undefined,
  recordUndrawn: () => undefined,
};

/**
 * Creates slices of 60 ms that double while nothing changes and where a step costs more than 12 ms, and become
 * small where it costs more than 150 ms, because such a page works in every frame. While a page changes in slices of
 * 60 ms, two of three are not drawn: scripts run in such frames as in others, at half of the cost.
 * `readOverload`: threads of the machine that want to run, per processor.
 */
export function createSlice(readOverload = overload): Slice {
  let ms = firstSliceMs;
  let wasChanging = true;
  let undrawnLeft = 0;
  return {
    get ms() {
      return ms;
    },
    get isDrawn() {
      return undrawnLeft === 0;
    },
    record(costMs, hasChanged) {
      if (!hasChanged) {
        ms = Math.min(maxSliceMs, ms * 2);
        wasChanging = false;
        return;
      }
      // A frame takes longer on an overloaded machine, but costs no more.
      const ownMs = costMs / readOverload();
      if (ownMs > heavyMs && ms > smallSliceMs) ms = smallSliceMs;
      else if (ownMs > costlyMs) ms = Math.min(maxSliceMs, ms * 2);
      else if (!wasChanging) ms = firstSliceMs;
      wasChanging = true;
      undrawnLeft = ms > firstSliceMs ? 0 : maxUndrawn;
    },
    recordUndrawn() {
      undrawnLeft -= 1;
    },
  };
}
