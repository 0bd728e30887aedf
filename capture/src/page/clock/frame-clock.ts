import type { CdpSession } from '../../browser/browser.ts';
import { asBuffer } from '../../cdp/messages.ts';
import type { Progress } from '../../lib/progress.ts';
import { clockError, extendedLimitMs } from './clock-failure.ts';
import { followRealTime, repeatUntil } from './follow.ts';
import { createFrames, minStepMs, type Frames } from './frames.ts';
import type { PageClock, ScreenshotEncoding } from './page-clock.ts';
import { createVirtualTime, taskPauseMs, turnMs, type VirtualTime } from './virtual-time.ts';

/** Least interval of frames while the clock follows real time, however much happens. Unit: ms. */
const frameMs = 16;
/** The same while the page loads: most of such frames lay out what the next ones lay out again. */
const loadingFrameMs = 33;
/** Maximum time that one step catches up with real time. Unit: ms. */
const maxStepMs = 100;
const screenshotAttempts = 6;
/**
 * Longest real time that the first frame with a document is waited for, and the pause between frames. A browser that
 * is not ready to show the document answers frames without it. Unit: ms.
 */
const maxFirstFrameMs = 300;
const firstFramePauseMs = 4;
/** The last changes of a page are shown by the second frame after them. */
const finalFrames = 2;
const finalFrameMs = 17;

/** Dependencies of a frame clock. */
export interface FrameClockInput {
  /** Session of a page that was created with begin-frame control. */
  readonly session: CdpSession;
  readonly mainFrameId: string;
  readonly progress: Progress;
  /** Sessions of the page's frames in other processes, at any time. */
  readonly childFrames: ReadonlyMap<string, CdpSession>;
  /** Returns true while the page waits for work of the browser outside its thread. */
  readonly hasTasks: () => boolean;
}

/**
 * Creates a virtual clock with its own frames. The page's time and frames pass only as granted, and
 * as fast as they can be computed. The clock cannot be turned off again for a page.
 */
export function createFrameClock(input: FrameClockInput): PageClock {
  const { session, progress } = input;
  const frames = createFrames(session, progress);
  const time = createVirtualTime({ ...input, onBase: frames.setBase });
  let isStarted = false;
  let beforeStartMs = 0;

  const pass = createSteps(input, frames, time);

  function advance(ms: number): Promise<boolean> {
    isStarted = true;
    return pass(Math.max(minStepMs, ms));
  }
  /** Lets the clock catch up with real time, or only renders a frame before the clock has started. */
  function step(elapsedMs: number, until: Promise<unknown>): Promise<unknown> {
    if (isStarted) return advance(Math.min(maxStepMs, elapsedMs));
    beforeStartMs += elapsedMs;
    // A page that is busy while it loads answers late, which is no failure.
    return Promise.race([frames.renderUnseen(), until]);
  }
  const intervalMs = (): number => (isStarted ? frameMs : loadingFrameMs);
  const pace = createPace(intervalMs, (maxMs, until) => {
    if (isStarted && input.hasTasks()) return takePausedTurn(input, time, until);
    return Promise.race([progress.sleep(maxMs), until]);
  });
  const follow: PageClock['follow'] = (ms, until) =>
    followRealTime(progress, { ms, until }, (over) => pace.stepUntil(over, step));
  return {
    kind: 'virtual',
    get elapsedMs() {
      return beforeStartMs + time.grantedMs;
    },
    get changeCount() {
      return frames.changeCount;
    },
    get isAtRest() {
      return frames.stillCount >= finalFrames;
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      // Before, the page's timers ran in real time.
      beforeStartMs += pace.takeOwed();
    },
    catchUp: () => Promise.resolve(),
    takeTurn: () => time.grant(turnMs),
    advance,
    advanceUndrawn(ms) {
      isStarted = true;
      return passUndrawn(frames, time, Math.max(minStepMs, ms));
    },
    follow,
    during: (work) => repeatUntil(work, (settled) => follow(frameMs, settled)),
    renderDuring: (work) => renderUntil(work, frames, 1),
    async showChanges(isStill) {
      if (!isStill) return showFinalFrames(advance);
      await time.grant(finalFrameMs);
      frames.tick(finalFrameMs);
    },
    noteSize: frames.noteSize,
    screenshot: (encoding) => takeFrame({ frames, grant: () => time.grant(frameMs) }, encoding),
  };
}

/**
 * Creates the steps of the clock. A step returns true if its frame showed a change. Where the first frame of a
 * document shows nothing, further ones follow until one does, because its animations begin with that one.
 */
function createSteps(
  { session, mainFrameId, progress }: FrameClockInput,
  frames: Frames,
  time: VirtualTime,
): (ms: number) => Promise<boolean> {
  let isFirst = true;
  session.on({
    'Page.frameNavigated': ({ frame }) => {
      if (frame.id === mainFrameId) isFirst = true;
    },
  });
  async function step(ms: number): Promise<boolean> {
    await time.grant(ms);
    frames.tick(ms);
    const { hasDamage } = await frames.render();
    return hasDamage;
  }
  return async (ms) => {
    let hasDamage = await step(ms);
    if (!isFirst) return hasDamage;
    isFirst = false;
    const endMs = performance.now() + extendedLimitMs(maxFirstFrameMs);
    while (!hasDamage && performance.now() < endMs) {
      await progress.sleep(firstFramePauseMs);
      hasDamage = await step(minStepMs);
    }
    return hasDamage;
  };
}

async function showFinalFrames(advance: PageClock['advance']): Promise<void> {
  for (let frame = 0; frame < finalFrames; frame += 1) await advance(finalFrameMs);
}

async function passUndrawn(frames: Frames, time: VirtualTime, ms: number): Promise<void> {
  await time.grant(ms);
  frames.tick(ms);
  await frames.runCallbacks();
}

/** Steps at least an interval apart, in waits that may each be shorter. */
interface Pace {
  /** Calls `step` with the real time since the step before, until `over` settles, and settles like it. */
  stepUntil(
    over: Promise<unknown>,
    step: (elapsedMs: number, over: Promise<unknown>) => Promise<unknown>,
  ): Promise<void>;
  /** Returns the real time waited for without a step yet, and forgets it. */
  takeOwed(): number;
}

/** Lets a page process the results of its tasks, and then a short time pass. */
async function takePausedTurn(
  { progress }: Pick<FrameClockInput, 'progress'>,
  time: VirtualTime,
  until: Promise<unknown>,
): Promise<void> {
  await time.grant(turnMs);
  await Promise.race([progress.sleep(taskPauseMs), until]);
}

/** Creates a pace. `idle` lets up to `maxMs` of real time pass, or less if `until` settles before. */
function createPace(
  intervalMs: () => number,
  idle: (maxMs: number, until: Promise<unknown>) => Promise<unknown>,
): Pace {
  let owedMs = 0;
  return {
    async stepUntil(over, step) {
      let steppedMs = performance.now() - owedMs;
      await repeatUntil(over, async () => {
        const dueMs = steppedMs + intervalMs() - performance.now();
        if (dueMs > 0) await idle(dueMs, over);
        const nowMs = performance.now();
        owedMs = nowMs - steppedMs;
        if (owedMs < intervalMs()) return;
        await step(owedMs, over);
        owedMs = 0;
        steppedMs = nowMs;
      });
    },
    takeOwed() {
      const ms = owedMs;
      owedMs = 0;
      return ms;
    },
  };
}

/** Returns an image of the viewport. A frame without changes may come without one. */
export async function takeFrame(
  { frames, grant }: { readonly frames: Frames; readonly grant: () => Promise<void> },
  encoding: ScreenshotEncoding,
): Promise<Buffer> {
  for (let attempt = 0; attempt < screenshotAttempts; attempt += 1) {
    const { screenshotData } = await frames.render({ screenshot: encoding });
    if (screenshotData !== undefined) return asBuffer(screenshotData);
    await grant();
    frames.tick(frameMs);
  }
  throw clockError('no_image');
}

/** Renders frames `ms` apart until `work`, which may change the page, has settled, and settles like it. */
export function renderUntil<T>(work: Promise<T>, frames: Frames, ms: number): Promise<T> {
  const rendered = repeatUntil(work, async (settled) => {
    frames.tick(ms);
    await Promise.race([frames.render(), settled]);
  });
  return rendered.finally(frames.noteChange);
}
