import type { CdpSession } from '../../browser/browser.ts';
import type { Progress } from '../../lib/progress.ts';
import { createFrames, minStepMs } from './frames.ts';
import { followRealTime, repeatUntil, watch } from './follow.ts';
import { renderUntil, takeFrame } from './frame-clock.ts';
import { withinStep } from './clock-failure.ts';
import type { PageClock } from './page-clock.ts';
import { createVirtualTime, taskPauseMs, turnMs, type VirtualTime } from './virtual-time.ts';

/** Interval of turns, in which a page processes what it has received. Unit: ms. */
const turnIntervalMs = 20;
/** Turns after which a page has processed what it received. */
const catchUpTurns = 3;
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
  /** Returns true while the page waits for work of the browser outside its thread. */
  readonly hasTasks: () => boolean;
}

/**
 * Creates a clock that stands still while the network is waited for, so that no real time reaches the page.
 * It moves by the steps of the engine alone, from the start of the first document.
 */
export function createStandingClock(input: StandingClockInput): PageClock {
  const { session, progress, isWaiting } = input;
  const frames = createFrames(session, progress);
  const time = createVirtualTime({ ...input, onBase: frames.setBase, isEachFrameAwaited: true });
  const { catchUp, takeTurn, follow } = createTurns(input, time);
  let passedMs = 0;

  async function advance(wantedMs: number): Promise<boolean> {
    const ms = Math.max(minStepMs, wantedMs);
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
    isAtRest: false,
    start: () => undefined,
    catchUp,
    takeTurn,
    advance,
    // Draws all frames: what one leaves out would depend on the work of the browser.
    async advanceUndrawn(ms) {
      await advance(ms);
    },
    follow,
    during: (work) =>
      repeatUntil(work, async () => {
        await catchUp();
        // Responses to commands come in order, so a finished `work` is known afterwards.
        await progress.race(session.send('Runtime.evaluate', { expression: '0' }));
        const state = watch(work);
        await Promise.resolve();
        if (state.hasSettled) return;
        if (isWaiting()) await progress.sleep(turnIntervalMs);
        else await advance(stepMs);
      }),
    renderDuring: (work) => renderUntil(work, frames, frameMs),
    async showChanges() {
      for (let frame = 0; frame < finalFrames; frame += 1) {
        frames.tick(frameMs);
        await frames.render();
      }
    },
    noteSize: frames.noteSize,
    screenshot: (encoding) => takeFrame({ frames, grant: () => time.grant(turnMs) }, encoding),
  };
}

/** Creates the turns of a page while its clock stands. */
function createTurns(
  { session, progress, release, hasTasks }: StandingClockInput,
  time: VirtualTime,
): Pick<PageClock, 'catchUp' | 'takeTurn' | 'follow'> {
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
  async function takeTurn(): Promise<void> {
    const hasReleased = await progress.race(release());
    if (hasReleased || isNew) {
      isNew = false;
      await arrive();
    }
    await time.grant(turnMs);
  }
  return {
    async catchUp() {
      for (let count = 0; count < catchUpTurns; count += 1) await takeTurn();
    },
    takeTurn,
    follow: (ms, until) =>
      followRealTime(progress, { ms, until }, (over) =>
        repeatUntil(over, async () => {
          await takeTurn();
          const pauseMs = hasTasks() ? taskPauseMs : turnIntervalMs;
          await Promise.race([progress.sleep(pauseMs), over]);
        }),
      ),
  };
}
