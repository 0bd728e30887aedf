import type { CaptureStep } from '../../capture-steps.ts';
import {
  chooseStepOption,
  hideStepText,
  isOfOrigin,
  isStepChecked,
  openUrl,
  scrollToStepTarget,
  selectStepText,
} from '../../in-page/steps.ts';
import { findInnerScroller, scrollPageTo } from '../../in-page/scrolling.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { passDelay } from '../stability/pass-delay.ts';
import { clickMouse, moveMouse, pressKey, typeText, type Point } from './input.ts';
import { findTarget, StepError } from './find-target.ts';
import { ownOrigins } from './secrets.ts';

type Action = (page: CapturePage, step: CaptureStep) => Promise<void>;

/** Performs one step. Throws a `StepError` if it is not possible. */
export const actions: Readonly<Record<CaptureStep['action'], Action>> = {
  click: async (page, step) => clickMouse(page, await pointOf(page, step)),
  hover: async (page, step) => moveMouse(page, await pointOf(page, step)),
  async type(page, step) {
    const point = await findTarget(page, step);
    if (step.isSecret) await requireOwnOrigin(page);
    await clickMouse(page, point);
    await requireText(page, false);
    if (step.isSecret) await evaluate(page, hideStepText);
    await typeText(page, step.text ?? '');
  },
  async clear(page, step) {
    await clickMouse(page, await findTarget(page, step));
    await requireText(page, true);
    await pressKey(page, 'Backspace');
  },
  async press(page, { key = '', ...step }) {
    if (step.selector !== undefined) await clickMouse(page, await findTarget(page, step));
    await pressKey(page, key);
  },
  async select(page, step) {
    await findTarget(page, step);
    const chosen = await page.clock.renderDuring(evaluate(page, chooseStepOption, step.text ?? ''));
    if (chosen === null) throw new StepError('the element is no list of options');
    if (chosen !== 'chosen')
      throw new StepError(`no option has this value or label; there are ${chosen.join(', ')}`);
  },
  async check(page, step) {
    const point = await findTarget(page, step);
    if ((await evaluate(page, isStepChecked)) === true) return;
    await clickMouse(page, point);
    if ((await evaluate(page, isStepChecked)) === false)
      throw new StepError('the element was not checked by a click');
  },
  async scroll(page, step) {
    if (step.selector === undefined) {
      await evaluate(page, findInnerScroller);
      await page.clock.renderDuring(evaluate(page, scrollPageTo, step.y ?? 0));
      return;
    }
    await findTarget(page, step);
    await page.clock.renderDuring(evaluate(page, scrollToStepTarget));
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

async function requireText(page: CapturePage, isAll: boolean): Promise<void> {
  if (!(await evaluate(page, selectStepText, isAll)))
    throw new StepError('the element is no field for text');
}

async function requireOwnOrigin(page: CapturePage): Promise<void> {
  const origins = ownOrigins(page.spec);
  if (await evaluate(page, isOfOrigin, origins)) return;
  const url = page.navigations.current?.url ?? '';
  const origin = URL.canParse(url) ? new URL(url).origin : 'another site';
  throw new StepError(`secrets are typed only at ${origins.join(', ')}, and the page is ${origin}`);
}
