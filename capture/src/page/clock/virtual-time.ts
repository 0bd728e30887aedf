import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import type { Progress } from '../../lib/progress.ts';
import { ignoreErrors } from '../../rejections.ts';
import { withinStep } from './clock-failure.ts';

/**
 * Tasks that may run without the clock moving; after more than that, it moves. This ends storms of
 * messages that a page sends itself.
 */
const maxStarvation = 500;

/**
 * Time granted for a turn, in which a page processes what it has received: a microsecond. Chromium runs
 * most tasks of a document only while its clock may move. Unit: ms.
 */
export const turnMs = 0.001;
/** Pause between two turns of a page with open tasks, each of which may begin the next one. Unit: ms. */
export const taskPauseMs = 1;

/** Maximum time for a frame of another process to spend a grant. Unit: ms. */
const childMs = 500;

/** Virtual time of a page and of its frames in other processes. */
export interface VirtualTime {
  /** Time granted so far. Unit: ms. */
  readonly grantedMs: number;
  /** Advances the clock by `ms`, and then stops it. */
  grant(ms: number): Promise<void>;
}

/** Dependencies of virtual time. */
export interface VirtualTimeInput {
  readonly session: CdpSession;
  readonly mainFrameId: string;
  readonly progress: Progress;
  readonly childFrames: ReadonlyMap<string, CdpSession>;
  /** Called with the browser's time at which the clock of a process started. */
  readonly onBase: (baseMs: number) => void;
  /** True: a grant ends only when it has ended in the frames of other processes as well. */
  readonly isEachFrameAwaited?: boolean;
}

/** Creates the virtual time of a page. It starts with the first grant, and cannot be ended. */
export function createVirtualTime(input: VirtualTimeInput): VirtualTime {
  const { session, mainFrameId, progress, childFrames, onBase, isEachFrameAwaited = false } = input;
  let spent = Promise.withResolvers<void>();
  let replaced = Promise.withResolvers<void>();
  let grantedMs = 0;
  let baseMs: number | undefined;
  session.on({
    'Emulation.virtualTimeBudgetExpired': () => spent.resolve(),
    'Page.frameNavigated': ({ frame }) => {
      if (frame.id !== mainFrameId) return;
      replaced.resolve();
      replaced = Promise.withResolvers();
    },
  });
  return {
    get grantedMs() {
      return grantedMs;
    },
    async grant(ms) {
      const policy = {
        policy: 'advance',
        budget: ms,
        maxVirtualTimeTaskStarvationCount: maxStarvation,
      } as const;
      spent = Promise.withResolvers();
      // The process of a document that is replaced may answer nothing more.
      const isReplaced = replaced.promise.then(() => undefined);
      const answering = session.send('Emulation.setVirtualTimePolicy', policy);
      const children = [...childFrames.values()].map((child) =>
        isEachFrameAwaited
          ? grantChild(child, policy)
          : child.send('Emulation.setVirtualTimePolicy', policy),
      );
      ignoreErrors(children);
      const answered = Promise.race([answering, isReplaced]);
      const answer = await withinStep(progress, answered, 'policy_unanswered');
      const expired = Promise.race([spent.promise, isReplaced]);
      await withinStep(progress, expired, 'budget_not_spent');
      if (isEachFrameAwaited) {
        await progress.race(Promise.race([Promise.allSettled(children), progress.sleep(childMs)]));
      }
      // Another process has another time base.
      if (answer !== undefined && answer.virtualTimeTicksBase !== baseMs) {
        baseMs = answer.virtualTimeTicksBase;
        onBase(baseMs);
      }
      grantedMs += ms;
    },
  };
}

/** Resolves when the frame behind a session has spent its grant. */
async function grantChild(
  child: CdpSession,
  policy: Protocol.Emulation.SetVirtualTimePolicyRequest,
): Promise<void> {
  const { promise: spent, resolve } = Promise.withResolvers<void>();
  const forget = child.on({ 'Emulation.virtualTimeBudgetExpired': () => resolve() });
  try {
    await child.send('Emulation.setVirtualTimePolicy', policy);
    await spent;
  } finally {
    forget();
  }
}
