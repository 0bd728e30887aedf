import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureError } from '../../lib/capture-error.ts';
import type { Progress } from '../../lib/progress.ts';
import { clockError, extendedLimitMs, stepMs } from './clock-failure.ts';

/**
 * Minimum time between two frames. Chromium does not answer a frame at almost the same time as the one before;
 * up to version 150, this includes the frame of a screenshot. Unit: ms.
 */
export const minStepMs = 1;
const intervalMs = 16;
const maxFailures = 3;
/** Size up to which a frame must be rendered in the usual time; a larger one may take longer. Unit: device px. */
const usualPx = 8_000_000;
const maxSizeFactor = 8;
const undrawn = { noDisplayUpdates: true } as const;

type FrameParams = Protocol.HeadlessExperimental.BeginFrameRequest;
type FrameResult = Protocol.HeadlessExperimental.BeginFrameResponse;

/** Frames of a page, issued by the engine one at a time: two at once end the GPU process. */
export interface Frames {
  /** Number of rendered frames that showed a change. */
  readonly changeCount: number;
  /** Number of frames rendered since the page last changed. */
  readonly stillCount: number;
  /** Records that the page may have changed since the last frame. */
  noteChange(): void;
  /** Renders a frame at the current time of the clock. */
  render(params?: FrameParams): Promise<FrameResult>;
  /** Runs the page's frame callbacks without drawing. Returns if the page does not answer, too. */
  renderUnseen(): Promise<void>;
  /** Runs the page's frame callbacks at the current time of the clock, without layout or drawing. */
  runCallbacks(): Promise<void>;
  /** Moves the time of later frames. */
  tick(ms: number): void;
  /** Sets the time of the clock's start, in milliseconds of the browser's own time base. */
  setBase(baseMs: number): void;
  /** Records the size of later frames. Unit: device px. */
  noteSize(px: number): void;
}

/** Creates the frames of a page that was created with begin-frame control. */
export function createFrames(session: CdpSession, progress: Progress): Frames {
  let last: Promise<unknown> = Promise.resolve();
  const times = createFrameTimes();
  let failures = 0;
  let changeCount = 0;
  let stillCount = 0;
  const size = createSizeLimit();
  let unseen: Promise<unknown> | undefined;

  function issue(params: FrameParams): Promise<FrameResult | undefined> {
    const frame = { ...times.next(), ...params };
    const issued = last.then(() =>
      session.send('HeadlessExperimental.beginFrame', frame).catch(() => undefined),
    );
    last = issued;
    return issued;
  }
  async function answer(params: FrameParams): Promise<FrameResult> {
    for (;;) {
      const result = await progress.raceWithTimeout(issue(params), size.ms, frameUnanswered);
      if (result !== undefined) {
        failures = 0;
        return result;
      }
      failures += 1;
      if (failures >= maxFailures) throw clockError('frame_refused');
      await progress.sleep(intervalMs);
    }
  }
  async function render(params: FrameParams = {}): Promise<FrameResult> {
    const result = await answer(params);
    if (result.hasDamage) changeCount += 1;
    stillCount = result.hasDamage ? 0 : stillCount + 1;
    return result;
  }
  return {
    get changeCount() {
      return changeCount;
    },
    get stillCount() {
      return stillCount;
    },
    noteChange() {
      stillCount = 0;
    },
    render,
    async renderUnseen() {
      unseen ??= issue(undrawn).finally(() => {
        unseen = undefined;
      });
      await progress.race(unseen);
    },
    async runCallbacks() {
      await answer(undrawn);
    },
    tick: times.tick,
    setBase: times.setBase,
    noteSize: size.note,
  };
}

function frameUnanswered(): CaptureError {
  return clockError('frame_unanswered');
}

/** Limit of the time for a frame, by its size. */
interface SizeLimit {
  readonly ms: number;
  note(px: number): void;
}

function createSizeLimit(): SizeLimit {
  let factor = 1;
  return {
    get ms() {
      return extendedLimitMs(stepMs * factor);
    },
    note(px) {
      factor = Math.min(maxSizeFactor, Math.max(1, px / usualPx));
    },
  };
}

/** Times of frames, each later than the one before. */
interface FrameTimes extends Pick<Frames, 'tick' | 'setBase'> {
  /** Returns the time of the next frame; none before the clock has started. */
  next(): Pick<FrameParams, 'frameTimeTicks' | 'interval'>;
}

function createFrameTimes(): FrameTimes {
  let baseMs: number | undefined;
  let sinceBaseMs = 0;
  let issuedMs = -Infinity;
  return {
    next() {
      if (baseMs === undefined) return {};
      sinceBaseMs = Math.max(sinceBaseMs, issuedMs + minStepMs);
      issuedMs = sinceBaseMs;
      return { frameTimeTicks: baseMs + sinceBaseMs, interval: intervalMs };
    },
    tick(ms) {
      sinceBaseMs += ms;
    },
    setBase(nextMs) {
      baseMs = nextMs;
      sinceBaseMs = 0;
      issuedMs = -Infinity;
    },
  };
}
