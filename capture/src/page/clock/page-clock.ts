import type { Protocol } from 'devtools-protocol';
import type { Progress } from '../../lib/progress.ts';

/** Clock that a capture runs a page on. */
export type ClockKind = 'virtual' | 'real';

/** Encoding of a screenshot. */
export type ScreenshotEncoding = Pick<
  Protocol.HeadlessExperimental.ScreenshotParams,
  'format' | 'quality' | 'optimizeForSpeed'
>;

/** Time and frames of one page, as the engine lets them pass. */
export interface PageClock {
  readonly kind: ClockKind;
  /** Time that has passed on the page's clock since the engine began to watch it. Unit: ms. */
  readonly elapsedMs: number;
  /** Number of frames that have shown a change; 0 if this clock sees none. */
  readonly changeCount: number;
  /** True if the last frames showed no change, so that the next one shows everything. */
  readonly isAtRest: boolean;
  /**
   * Takes over a page that has loaded. Before, its timers run in real time, and frames are issued
   * without drawing. Idempotent.
   */
  start(): void;
  /**
   * Waits until the page has processed what it has received, on a clock that stops during waits for
   * the network.
   */
  catchUp(): Promise<void>;
  /** Lets the page process what it has received, while no time passes and no frame is rendered. */
  takeTurn(): Promise<void>;
  /**
   * Lets `ms` pass on the page's clock and renders a frame. Returns false if that frame shows the same
   * as the one before.
   */
  advance(ms: number): Promise<boolean>;
  /**
   * Lets `ms` pass on the page's clock and runs the page's frame callbacks, without layout or drawing where this
   * clock can leave them out. The next rendered frame shows what has changed.
   */
  advanceUndrawn(ms: number): Promise<void>;
  /**
   * Waits in real time until `ms` have passed or `until` settles, while the page's clock follows.
   * Returns the real time that passed.
   */
  follow(ms: number, until?: Promise<unknown>): Promise<number>;
  /** Awaits `work` in real time, while the page's clock follows. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Awaits `work`, which needs frames, while the page's clock stands still. */
  renderDuring<T>(work: Promise<T>): Promise<T>;
  /**
   * Renders the frames that show the page's last changes. A page that is still, because only
   * animations can change it, may need none but the screenshot's own.
   */
  showChanges(isStill: boolean): Promise<void>;
  /** Records the size of later frames: a large one takes longer. Unit: device px. */
  noteSize(px: number): void;
  /** Returns an image of the viewport; undefined if this clock cannot take one by itself. */
  screenshot(encoding: ScreenshotEncoding): Promise<Buffer | undefined>;
}

/** Creates the clock of a page that runs by itself, with the browser's own frames. */
export function createRealClock(progress: Progress): PageClock {
  const startedMs = performance.now();
  return {
    kind: 'real',
    get elapsedMs() {
      return performance.now() - startedMs;
    },
    changeCount: 0,
    isAtRest: false,
    start: () => undefined,
    catchUp: () => Promise.resolve(),
    takeTurn: () => Promise.resolve(),
    async advance(ms) {
      await progress.sleep(ms);
      return true;
    },
    advanceUndrawn: (ms) => progress.sleep(ms),
    async follow(ms, until) {
      const sinceMs = performance.now();
      const slept = progress.sleep(ms);
      await (until === undefined ? slept : Promise.race([slept, progress.race(until)]));
      return performance.now() - sinceMs;
    },
    during: (work) => progress.race(work),
    renderDuring: (work) => progress.race(work),
    showChanges: () => Promise.resolve(),
    noteSize: () => undefined,
    screenshot: () => Promise.resolve(undefined),
  };
}
