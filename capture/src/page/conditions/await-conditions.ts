import { probeText } from '../../in-page/conditions.ts';
import { CaptureError, inSeconds } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { probe } from '../stability/check-document.ts';
import { evaluate } from '../evaluate.ts';
import { waitForResult } from '../stability/wait-for-element.ts';
import { awaitNetworkIdle } from './network-idle.ts';
import { presenceOf } from './presence.ts';
import { hasSignalled } from './signal.ts';

/** Time for one evaluation of the caller's expression. Unit: ms. */
const evaluationMs = 1_000;

/** One condition of a caller. */
interface Condition {
  readonly option: string;
  /** End of the sentence "…, but". */
  readonly unmet: string;
  /** Returns true when the condition is met. */
  readonly isMet: () => Promise<boolean>;
}

/**
 * Waits for the caller's conditions, one after the other. A condition that is not met in time fails
 * the capture, or is a warning if that was asked for.
 */
export async function awaitConditions(page: CapturePage): Promise<void> {
  const { clock, waited, spec } = page;
  const { waiting } = spec;
  if (waiting === undefined) return;
  const { timeoutMs, isBestEffort, networkIdleMs: idleMs } = waiting;
  for (const { option, unmet, isMet } of conditionsOf(page)) {
    const find = () => probe(page, isMet);
    const startedMs = clock.elapsedMs;
    const met = await waitForResult(page, { timeoutMs, find, isOver: (one) => one === true });
    const ms = Math.round(clock.elapsedMs - startedMs);
    waited.push({ for: option, ms, met: met === true });
    if (met === true) continue;
    const detail = `${unmet} within ${inSeconds(timeoutMs)}.`;
    if (!isBestEffort) throw new CaptureError('wait_condition_not_met', `${option}: ${detail}`);
    page.warnings.add(option, detail);
  }
  if (idleMs !== undefined)
    await awaitNetworkIdle(page, { option: 'wait_for_network_idle', idleMs, timeoutMs });
}

function conditionsOf(page: CapturePage): Condition[] {
  const { selector, hiddenSelector, text, expression, isSignalAwaited } = page.spec.waiting ?? {};
  return [
    ...(selector === undefined
      ? []
      : [
          {
            option: 'wait_for_selector',
            unmet: `No visible element matched "${selector.slice(0, 200)}"`,
            isMet: async () => (await presenceOf(page, 'wait_for_selector', selector)) === 'shown',
          },
        ]),
    ...(hiddenSelector === undefined
      ? []
      : [
          {
            option: 'wait_for_hidden',
            unmet: `An element that matches "${hiddenSelector.slice(0, 200)}" stayed visible`,
            isMet: async () =>
              (await presenceOf(page, 'wait_for_hidden', hiddenSelector)) !== 'shown',
          },
        ]),
    ...(text === undefined
      ? []
      : [
          {
            option: 'wait_for_text',
            unmet: `The page did not show "${text}"`,
            isMet: async () => (await evaluate(page, probeText, text)) === 'shown',
          },
        ]),
    ...(expression === undefined
      ? []
      : [
          {
            option: 'wait_for_function',
            unmet: 'The expression was not true',
            isMet: () => isTrue(page, expression),
          },
        ]),
    ...(isSignalAwaited
      ? [
          {
            option: 'wait_for_signal',
            unmet: 'The page did not call shotwrightReady()',
            isMet: () => isTrue(page, hasSignalled),
          },
        ]
      : []),
  ];
}

/** Evaluates an expression, or calls it if it is a function, in the page's own context. */
async function isTrue(page: CapturePage, text: string): Promise<boolean> {
  const { session, clock, progress } = page;
  const called = `((value) => typeof value === 'function' ? value() : value)((\n${text}\n))`;
  const sent = session.send(
    'Runtime.evaluate',
    {
      expression: `Promise.resolve(${called}).then(Boolean)`,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true,
    },
    { timeoutMs: page.limits.totalMs },
  );
  // A promise that settles too late counts as false; the next evaluation may find it settled.
  sent.catch(() => undefined);
  const late = progress.sleep(evaluationMs).then(() => undefined);
  const answer = await progress.race(clock.during(Promise.race([sent, late])));
  const { exceptionDetails: failure } = answer ?? {};
  if (failure?.exception?.className === 'SyntaxError') {
    const reason = (failure.exception.description ?? '').split('\n', 1)[0] ?? '';
    throw new CaptureError('invalid_expression', `wait_for_function: ${reason.slice(0, 200)}.`);
  }
  return failure === undefined && answer?.result.value === true;
}
