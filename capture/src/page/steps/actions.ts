import type { CaptureStep } from '../../capture-steps.ts';
import {
  chooseStepOption,
  hideStepText,
  isStepChecked,
  openUrl,
  originOfDocument,
  scrollToStepTarget,
  selectStepText,
} from '../../in-page/steps.ts';
import { findInnerScroller, scrollPageTo } from '../../in-page/scrolling.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { passDelay } from '../stability/pass-delay.ts';
import { clickMouse, moveMouse, pressKey, typeText, type Point } from './input.ts';
import { findTarget, StepError, type Target } from './find-target.ts';
import { ownOrigins } from './secrets.ts';

type Action = (page: CapturePage, step: CaptureStep) => Promise<void>;

/** Performs one step. Throws a `StepError` if it is not possible. */
export const actions: Readonly<Record<CaptureStep['action'], Action>> = {
  click: async (page, step) => clickMouse(page, await pointOf(page, step)),
  hover: async (page, step) => moveMouse(page, await pointOf(page, step)),
  async type(page, step) {
    const target = await findTarget(page, step);
    if (step.isSecret) await requireOwnOrigins(page, target);
    await clickMouse(page, target);
    await requireText(target, false);
    if (step.isSecret) await evaluate(target.frame, hideStepText);
    await typeText(page, step.text ?? '');
  },
  async clear(page, step) {
    const target = await findTarget(page, step);
    await clickMouse(page, target);
    await requireText(target, true);
    await pressKey(page, 'Backspace');
  },
  async press(page, { key = '', ...step }) {
    if (step.selector !== undefined) await clickMouse(page, await findTarget(page, step));
    await pressKey(page, key);
  },
  async select(page, step) {
    const { frame } = await findTarget(page, step);
    const choosing = evaluate(frame, chooseStepOption, step.text ?? '');
    const chosen = await page.clock.renderDuring(choosing);
    if (chosen === null) throw new StepError('the element is no list of options');
    if (chosen !== 'chosen')
      throw new StepError(`no option has this value or label; there are ${chosen.join(', ')}`);
  },
  async check(page, step) {
    const target = await findTarget(page, step);
    if ((await evaluate(target.frame, isStepChecked)) === true) return;
    await clickMouse(page, target);
    if ((await evaluate(target.frame, isStepChecked)) === false)
      throw new StepError('the element was not checked by a click');
  },
  async scroll(page, step) {
    if (step.selector === undefined) {
      await evaluate(page, findInnerScroller);
      await page.clock.renderDuring(evaluate(page, scrollPageTo, step.y ?? 0));
      return;
    }
    const { frame } = await findTarget(page, step);
    await page.clock.renderDuring(evaluate(frame, scrollToStepTarget));
  },
  wait: (page, { ms = 0 }) => passDelay(page, ms),
  async wait_for(page, step) {
    await findTarget(page, step);
  },
  // A navigation that the browser itself starts may change the process, which ends the virtual clock.
  async goto(page, { url = '' }) {
    await evaluate(page, openUrl, url);
  },
  async eval({ session, clock, progress, limits }, { text: expression = '' }) {
    const call = {
      expression,
      replMode: true,
      awaitPromise: true,
      userGesture: true,
      allowUnsafeEvalBlockedByCSP: true,
    };
    const timeoutMs = limits.scriptTimeoutMs;
    const sent = session.send('Runtime.evaluate', call, { timeoutMs }).catch(() => undefined);
    const answer = await progress.race(clock.during(sent));
    const failure = answer?.exceptionDetails;
    if (failure === undefined) return;
    const error = failure.exception?.description ?? failure.text;
    throw new StepError(`the script failed: ${(error.split('\n')[0] ?? '').slice(0, 200)}`);
  },
};

async function pointOf(page: CapturePage, step: CaptureStep): Promise<Point> {
  const { selector, x = 0, y = 0 } = step;
  return selector === undefined ? { x, y } : findTarget(page, step);
}

async function requireText({ frame }: Target, isAll: boolean): Promise<void> {
  if (!(await evaluate(frame, selectStepText, isAll)))
    throw new StepError('the element is no field for text');
}

/** Throws unless the page, which could take the focus from a frame, and the frame are the caller's. */
async function requireOwnOrigins(page: CapturePage, { frame }: Target): Promise<void> {
  const origins = ownOrigins(page.spec);
  for (const [what, document] of [
    ['page', page],
    ['frame', frame],
  ] as const) {
    const origin = await evaluate(document, originOfDocument);
    if (origins.includes(origin)) continue;
    const shown = URL.canParse(origin) ? new URL(origin).origin : 'another site';
    throw new StepError(
      `secrets are typed only at ${origins.join(', ')}, and the ${what} is ${shown}`,
    );
  }
}
