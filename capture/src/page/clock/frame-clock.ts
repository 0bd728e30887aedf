import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import { asBuffer } from '../../cdp/messages.ts';
import type { Progress } from '../../lib/progress.ts';
import { ignoreErrors } from '../../rejections.ts';
import { clockError, patientMs, type ClockFailure } from './clock-failure.ts';
import type { PageClock } from './page-clock.ts';

/** Maximum time for an answer of the browser to one step. Unit: ms. */
const stuckMs = 1_500;
/** Interval of frames while the clock follows real time. Unit: ms. */
const frameMs = 16;
/** Maximum time that one grant catches up with real time. Unit: ms. */
const maxFollowMs = 100;
/**
 * Tasks that may run without the clock moving; more than that, and the clock moves. It ends storms of
 * messages that a page sends itself.
 */
const maxStarvation = 500;
const frameRefusals = 3;
const screenshotAttempts = 6;

type FrameParams = Protocol.HeadlessExperimental.BeginFrameRequest;
type FrameResult = Protocol.HeadlessExperimental.BeginFrameResponse;

/** Dependencies of a frame clock. */
export interface FrameClockInput {
  /** Session of a page that was created with begin-frame control. */
  readonly session: CdpSession;
  readonly mainFrameId: string;
  readonly progress: Progress;
}

/**
 * Creates a virtual clock with its own frames. The page's time and frames pass only as granted, and
 * as fast as they can be computed. The clock cannot be turned off again for a page.
 */
export function createFrameClock(input: FrameClockInput): PageClock {
  const frames = createFrames(input);
  const budgets = createBudgets(input, frames);
  const { progress } = input;
  let isStarted = false;
  let beforeStartMs = 0;

  async function advance(ms: number): Promise<void> {
    isStarted = true;
    await budgets.grant(ms);
    await frames.render();
  }
  /** Lets the clock catch up with real time, or only renders a frame before the clock has started. */
  async function step(elapsedMs: number, until: Promise<unknown>): Promise<void> {
    if (isStarted) return advance(Math.max(1, Math.min(maxFollowMs, elapsedMs)));
    beforeStartMs += elapsedMs;
    // A page that is busy while it loads answers late, which is no failure.
    await Promise.race([frames.renderUnseen(), until]);
  }
  async function follow(ms: number, until?: Promise<unknown>): Promise<number> {
    const startedMs = performance.now();
    const expired = progress.sleep(ms);
    let isOver = false;
    const over = (until === undefined ? expired : Promise.race([expired, until])).finally(() => {
      isOver = true;
    });
    ignoreErrors([over, expired]);
    let steppedMs = startedMs;
    while (!isOver) {
      await Promise.race([progress.sleep(frameMs), over]);
      const nowMs = performance.now();
      await step(nowMs - steppedMs, over);
      steppedMs = nowMs;
    }
    await over;
    return performance.now() - startedMs;
  }
  async function settling<T>(work: Promise<T>, wait: (done: Promise<unknown>) => Promise<unknown>) {
    let isDone = false;
    const done = work.then(
      () => (isDone = true),
      () => (isDone = true),
    );
    while (!isDone) await wait(done);
    return work;
  }
  return {
    kind: 'virtual',
    get elapsedMs() {
      return beforeStartMs + budgets.totalMs;
    },
    start() {
      isStarted = true;
    },
    advance,
    follow,
    during: (work) => settling(work, (done) => follow(frameMs, done)),
    renderDuring: (work) =>
      settling(work, async (done) => {
        frames.tick(1);
        await Promise.race([frames.render(), done]);
      }),
    async screenshot(encoding) {
      for (let attempt = 0; attempt < screenshotAttempts; attempt += 1) {
        const { screenshotData } = await frames.render({ screenshot: encoding });
        if (screenshotData !== undefined) return asBuffer(screenshotData);
        await budgets.grant(frameMs);
      }
      throw clockError('no_image');
    },
    addFrame: budgets.addFrame,
    removeFrame: budgets.removeFrame,
  };
}

/** Issues the frames of a page, one at a time: two at once end the GPU process. */
interface Frames {
  /** Renders a frame at the current time of the clock. */
  render(params?: FrameParams): Promise<FrameResult>;
  /** Runs the page's frame callbacks without drawing. */
  renderUnseen(): Promise<void>;
  /** Moves the time of later frames. */
  tick(ms: number): void;
  /** Sets the time of the clock's start, in milliseconds of the browser's own time base. */
  setBase(baseMs: number): void;
}

function createFrames({ session, progress }: FrameClockInput): Frames {
  let last: Promise<unknown> = Promise.resolve();
  let baseMs: number | undefined;
  let sinceBaseMs = 0;
  let refusals = 0;
  let unseen: Promise<unknown> | undefined;

  function issue(params: FrameParams): Promise<FrameResult | undefined> {
    const time =
      baseMs === undefined ? {} : { frameTimeTicks: baseMs + sinceBaseMs, interval: frameMs };
    const issued = last.then(() =>
      session
        .send('HeadlessExperimental.beginFrame', { ...time, ...params })
        .catch(() => undefined),
    );
    last = issued;
    return issued;
  }
  async function render(params: FrameParams = {}): Promise<FrameResult> {
    for (;;) {
      const result = await within(progress, issue(params), 'frame_unanswered');
      if (result !== undefined) {
        refusals = 0;
        return result;
      }
      refusals += 1;
      if (refusals >= frameRefusals) throw clockError('frame_refused');
      await progress.sleep(frameMs);
    }
  }
  return {
    render,
    async renderUnseen() {
      unseen ??= issue({ noDisplayUpdates: true }).finally(() => {
        unseen = undefined;
      });
      await progress.race(unseen);
    },
    tick(ms) {
      sinceBaseMs += ms;
    },
    setBase(nextMs) {
      baseMs = nextMs;
      sinceBaseMs = 0;
    },
  };
}

/** Grants time to the processes of a page. */
interface Budgets {
  readonly totalMs: number;
  grant(ms: number): Promise<void>;
  addFrame: PageClock['addFrame'];
  removeFrame: PageClock['removeFrame'];
}

function createBudgets(
  { session, mainFrameId, progress }: FrameClockInput,
  frames: Frames,
): Budgets {
  const childFrames = new Map<string, CdpSession>();
  let spent = Promise.withResolvers<void>();
  let replaced = Promise.withResolvers<void>();
  let totalMs = 0;
  let baseMs: number | undefined;
  session.on({
    'Emulation.virtualTimeBudgetExpired': () => spent.resolve(),
    'Page.frameNavigated': ({ frame }) => {
      if (frame.id !== mainFrameId) return;
      replaced.resolve();
      replaced = Promise.withResolvers();
    },
  });
  async function grant(ms: number): Promise<void> {
    const policy = {
      policy: 'advance',
      budget: ms,
      maxVirtualTimeTaskStarvationCount: maxStarvation,
    } as const;
    spent = Promise.withResolvers();
    // The process of a document that is replaced may answer nothing more.
    const isReplaced = replaced.promise.then(() => undefined);
    const answering = session.send('Emulation.setVirtualTimePolicy', policy);
    for (const child of childFrames.values()) {
      ignoreErrors([child.send('Emulation.setVirtualTimePolicy', policy)]);
    }
    const answer = await within(
      progress,
      Promise.race([answering, isReplaced]),
      'policy_unanswered',
    );
    await within(progress, Promise.race([spent.promise, isReplaced]), 'budget_not_spent');
    // Another process has another time base.
    if (answer !== undefined && answer.virtualTimeTicksBase !== baseMs) {
      baseMs = answer.virtualTimeTicksBase;
      frames.setBase(baseMs);
    }
    frames.tick(ms);
    totalMs += ms;
  }
  return {
    get totalMs() {
      return totalMs;
    },
    grant,
    addFrame: (sessionId, child) => void childFrames.set(sessionId, child),
    removeFrame: (sessionId) => void childFrames.delete(sessionId),
  };
}

function within<T>(progress: Progress, work: Promise<T>, sign: ClockFailure): Promise<T> {
  return progress.raceWithTimeout(work, patientMs(stuckMs), () => clockError(sign));
}
