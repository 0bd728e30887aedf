import type { CdpSession } from '../../browser/browser.ts';
import type { Progress } from '../../lib/progress.ts';
import { ignoreErrors } from '../../rejections.ts';
import { createFrames } from './frames.ts';
import { renderUntil, repeatUntil, takeFrame, watch } from './frame-clock.ts';
import { withinStep } from './clock-failure.ts';
import type { PageClock } from './page-clock.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

/** Interval at which a page may process what it has received. Unit: ms. */
const breathMs = 20;
/**
 * Time granted so that a page can process what it has received: a microsecond. Chromium runs most tasks of
 * a document only while its clock may move.
 */
const breath = 0.001;
/** Breaths after which a page has processed what it received. */
const catchUpBreaths = 3;
const stepMs = 50;
/** Calls and pauses during which a response reaches the page, also on an overloaded machine. Unit: ms. */
const arrivalCalls = 8;
const arrivalPauseMs = 4;
/** Time between frames that show what has come to rest. Unit: ms. */
const frameMs = 16;
const finalFrames = 2;

/** Dependencies of a standing clock. */
export interface StandingClockInput {
  /** Session of a page that was created with begin-frame control and whose time is paused. */
  readonly session: CdpSession;
  readonly mainFrameId: string;
  readonly progress: Progress;
  readonly childFrames: ReadonlyMap<string, CdpSession>;
  /** Called while the clock stands. Returns true if it has sent the page a response. */
  readonly release: () => Promise<boolean>;
  /** Returns true while the page waits for the network. */
  readonly isWaiting: () => boolean;
}

/**
 * Creates a clock that stands still while the network is waited for, so that no real time reaches the page.
 * It moves by the steps of the engine alone, from the start of the first document.
 */
export function createStandingClock(input: StandingClockInput): PageClock {
  const { session, progress, isWaiting } = input;
  const frames = createFrames(session, progress);
  const time = createVirtualTime({ ...input, onBase: frames.setBase, isEachFrameAwaited: true });
  const { catchUp, follow } = createStandstill(input, time);
  let passedMs = 0;

  async function advance(ms: number): Promise<boolean> {
    passedMs += ms;
    await time.grant(ms);
    frames.tick(ms);
    return (await frames.render()).hasDamage;
  }
  return {
    kind: 'virtual',
    get elapsedMs() {
      return passedMs;
    },
    get changeCount() {
      return frames.changeCount;
    },
    start: () => undefined,
    catchUp,
    advance,
    follow,
    during: (work) =>
      repeatUntil(work, async () => {
        await catchUp();
        // Responses to commands come in order, so a finished `work` is known afterwards.
        await progress.race(session.send('Runtime.evaluate', { expression: '0' }));
        const state = watch(work);
        await Promise.resolve();
        if (state.hasSettled) return;
        if (isWaiting()) await progress.sleep(breathMs);
        else await advance(stepMs);
      }),
    renderDuring: (work) => renderUntil(work, frames, frameMs),
    async showChanges() {
      for (let frame = 0; frame < finalFrames; frame += 1) {
        frames.tick(frameMs);
        await frames.render();
      }
    },
    screenshot: (encoding) => takeFrame({ frames, grant: () => time.grant(breath) }, encoding),
  };
}

/** Creates what a page does while its clock stands: it processes what it has received. */
function createStandstill(
  { session, progress, release }: StandingClockInput,
  time: VirtualTime,
): Pick<PageClock, 'catchUp' | 'follow'> {
  let isNew = true;
  session.on({
    'Page.frameNavigated': () => {
      isNew = true;
    },
  });
  /** Waits until the page has received what was sent to it; until then, its scripts do not run. */
  async function arrive(): Promise<void> {
    for (let count = 0; count < arrivalCalls; count += 1) {
      const call = session.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined);
      await withinStep(progress, call, 'call_unanswered');
      await progress.sleep(arrivalPauseMs);
    }
  }
  // Without a frame: two frames within a fraction of a millisecond leave the second unanswered.
  async function breathe(): Promise<void> {
    const hasReleased = await progress.race(release());
    if (hasReleased || isNew) {
      isNew = false;
      await arrive();
    }
    await time.grant(breath);
  }
  return {
    async catchUp() {
      for (let count = 0; count < catchUpBreaths; count += 1) await breathe();
    },
    async follow(ms, until) {
      const startedMs = performance.now();
      const expired = progress.sleep(ms);
      const over = until === undefined ? expired : Promise.race([expired, until]);
      ignoreErrors([expired, over]);
      const state = watch(over);
      while (!state.hasSettled) {
        await breathe();
        await Promise.race([progress.sleep(breathMs), over]);
      }
      await over;
      return performance.now() - startedMs;
    },
  };
}
