import type { CaptureStep } from '../../capture-steps.ts';
import { findStepElements, pointAtStepTarget, type StepTarget } from '../../in-page/steps.ts';
import type { FailureReason } from '../../failures.ts';
import { inSeconds } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { withinLimit } from '../evaluate.ts';
import { inPageCall } from '../execution-context.ts';
import { probe } from '../stability/check-document.ts';
import { waitForResult } from '../stability/wait-for-element.ts';
import type { Point } from './input.ts';

const frameMs = 17;
/** Frames in which an element may still move. */
const maxMovingFrames = 60;

/** Reason why a step is not possible; `message` is the end of a sentence. */
export class StepError extends Error {
  readonly reason: FailureReason;

  constructor(message: string, reason: FailureReason = 'step_failed') {
    super(message);
    this.name = 'StepError';
    this.reason = reason;
  }
}

/**
 * Waits until the element of a step is visible, does not move and is not covered, and returns its
 * centre. Throws a {@link StepError} otherwise.
 */
export async function findTarget(page: CapturePage, step: CaptureStep): Promise<Point> {
  const { selector = '', isOptional, ms } = step;
  const timeoutMs = isOptional ? 0 : (ms ?? page.limits.waitForSelectorTimeoutMs);
  const find = async () => (await probe(page, () => locate(page, selector))) ?? missing;
  const found = await waitForResult(page, { timeoutMs, find, isOver: isReady });
  const shown = JSON.stringify(selector.slice(0, 200));
  switch (found.kind) {
    case 'invalid':
      throw new StepError(
        `the selector ${shown} is not valid CSS or XPath. Put "xpath=" before an XPath`,
        'invalid_selector',
      );
    case 'missing':
      throw new StepError(`no element matched ${shown} within ${inSeconds(timeoutMs)}`);
    case 'hidden':
      throw new StepError(`no element that matches ${shown} was visible`);
    case 'shown':
    default:
      if (found.coveredBy === null) return found;
      throw new StepError(`the element ${shown} was covered by ${found.coveredBy}`);
  }
}

const missing: StepTarget = { kind: 'missing' };

function isReady(found: StepTarget): boolean {
  return found.kind === 'invalid' || (found.kind === 'shown' && found.coveredBy === null);
}

/** Returns the target once it is in the same place in two frames. */
async function locate(page: CapturePage, selector: string): Promise<StepTarget> {
  let last = await look(page, selector);
  for (let frame = 0; frame < maxMovingFrames && last.kind === 'shown'; frame += 1) {
    await page.clock.advance(frameMs);
    const next = await look(page, selector);
    const isSame = next.kind === 'shown' && next.x === last.x && next.y === last.y;
    last = next;
    if (isSame) break;
  }
  return last;
}

async function look(page: CapturePage, selector: string): Promise<StepTarget> {
  const calls = [inPageCall(findStepElements, selector), inPageCall(pointAtStepTarget)] as const;
  const [, target] = await withinLimit(
    page,
    page.executionContext().callAll<[void, StepTarget]>(calls),
  );
  return target;
}
