import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import type { Progress } from '../../lib/progress.ts';
import { clockError, withinStep } from './clock-failure.ts';

const intervalMs = 16;
const maxFailures = 3;

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
  /** Runs the page's frame callbacks without drawing. */
  renderUnseen(): Promise<void>;
  /** Moves the time of later frames. */
  tick(ms: number): void;
  /** Sets the time of the clock's start, in milliseconds of the browser's own time base. */
  setBase(baseMs: number): void;
}

/** Creates the frames of a page that was created with begin-frame control. */
export function createFrames(session: CdpSession, progress: Progress): Frames {
  let last: Promise<unknown> = Promise.resolve();
  let baseMs: number | undefined;
  let sinceBaseMs = 0;
  let failures = 0;
  let changeCount = 0;
  let stillCount = 0;
  let unseen: Promise<unknown> | undefined;

  function issue(params: FrameParams): Promise<FrameResult | undefined> {
    const time =
      baseMs === undefined ? {} : { frameTimeTicks: baseMs + sinceBaseMs, interval: intervalMs };
    const frame = { ...time, ...params };
    const issued = last.then(() =>
      session.send('HeadlessExperimental.beginFrame', frame).catch(() => undefined),
    );
    last = issued;
    return issued;
  }
  async function render(params: FrameParams = {}): Promise<FrameResult> {
    for (;;) {
      const result = await withinStep(progress, issue(params), 'frame_unanswered');
      if (result !== undefined) {
        failures = 0;
        if (result.hasDamage) changeCount += 1;
        stillCount = result.hasDamage ? 0 : stillCount + 1;
        return result;
      }
      failures += 1;
      if (failures >= maxFailures) throw clockError('frame_refused');
      await progress.sleep(intervalMs);
    }
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
