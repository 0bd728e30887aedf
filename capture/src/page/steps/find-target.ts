import type { CaptureStep } from '../../capture-steps.ts';
import { coverOfFrame } from '../../in-page/element.ts';
import {
  centerStepTarget,
  findStepElements,
  pointAtStepTarget,
  type StepTarget,
} from '../../in-page/steps.ts';
import type { FailureReason } from '../../failures.ts';
import { inSeconds } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate, withinLimit, type EvaluablePage } from '../evaluate.ts';
import { inPageCall } from '../execution-context.ts';
import { askFrames } from '../frames/page-frames.ts';
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

/** Element of a step, with its centre in the page's viewport. */
export interface Target extends Point {
  /** Document in which it was found: that of the page, or of a frame. */
  readonly frame: EvaluablePage;
}

/** State of the element of a step, and its document. */
type LocatedTarget = StepTarget & { readonly frame: EvaluablePage };

/**
 * Waits until the element of a step is visible, does not move and is not covered. Throws a
 * {@link StepError} otherwise. Elements of frames count if the page has none.
 */
export async function findTarget(page: CapturePage, step: CaptureStep): Promise<Target> {
  const { selector = '', isOptional, ms } = step;
  const timeoutMs = isOptional ? 0 : (ms ?? page.limits.waitForSelectorTimeoutMs);
  const find = async () =>
    (await probe(page, () => locate(page, selector))) ?? { kind: 'missing', frame: page };
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

function isReady(found: LocatedTarget): boolean {
  return found.kind === 'invalid' || (found.kind === 'shown' && found.coveredBy === null);
}

/** Returns the target once it is in the same place in two frames of the clock. */
async function locate(page: CapturePage, selector: string): Promise<LocatedTarget> {
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

async function look(page: CapturePage, selector: string): Promise<LocatedTarget> {
  const own = await lookIn(page, selector);
  if (own.kind !== 'missing') return { ...own, frame: page };
  return (await lookInFrames(page, selector)) ?? { ...own, frame: page };
}

/** Finds an element in the frames of a page; undefined if none has it. */
export function lookInFrames(
  page: CapturePage,
  selector: string,
): Promise<LocatedTarget | undefined> {
  return askFrames(page, async (frame) => {
    const found = await lookIn(frame, selector);
    if (found.kind !== 'shown') return { ...found, frame };
    const { x, y } = await frame.toPage(found);
    const { widthPx, heightPx } = page.spec.viewport;
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) {
      // Scrolls what is around the frame as well, which takes time across processes.
      await evaluate(frame, centerStepTarget);
      return { kind: 'hidden', frame };
    }
    const coveredBy = found.coveredBy ?? (await evaluate(page, coverOfFrame, x, y));
    return { kind: 'shown', x, y, coveredBy, frame };
  });
}

async function lookIn(frame: EvaluablePage, selector: string): Promise<StepTarget> {
  const calls = [inPageCall(findStepElements, selector), inPageCall(pointAtStepTarget)] as const;
  const [, target] = await withinLimit(
    frame,
    frame.executionContext().callAll<[void, StepTarget]>(calls),
  );
  return target;
}
