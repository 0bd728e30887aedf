import { findElement, type FoundElement } from '../../in-page/element.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { findFrameElement } from '../frames/frame-element.ts';

const pollIntervalMs = 100;

/**
 * Waits until an element of the page, or else of a frame, is shown, at most `timeoutMs` on the page's clock, and scrolls to it. Returns
 * the last result.
 */
export async function waitForElement(
  page: CapturePage,
  selector: string,
  timeoutMs: number,
): Promise<FoundElement> {
  const find = async (): Promise<FoundElement> => {
    const own = await evaluate(page, findElement, selector, true);
    return own.kind === 'missing' ? ((await findFrameElement(page, selector)) ?? own) : own;
  };
  return waitForResult(page, { timeoutMs, find, isOver: isFinal });
}

function isFinal({ kind }: FoundElement): boolean {
  return kind === 'shown' || kind === 'invalid';
}

/** A result that a page is asked for again and again. */
export interface AwaitedResult<T> {
  readonly timeoutMs: number;
  readonly find: () => Promise<T>;
  readonly isOver: (result: T) => boolean;
}

/**
 * Repeats a question to the page until its answer is final or the time is over, and returns the last
 * one. Waits on the page's clock, in real time while anything is under way that may bring the result.
 */
export async function waitForResult<T>(
  { clock, requests }: Pick<CapturePage, 'clock' | 'requests'>,
  { timeoutMs, find, isOver }: AwaitedResult<T>,
): Promise<T> {
  const untilMs = clock.elapsedMs + timeoutMs;
  for (;;) {
    const result = await find();
    if (isOver(result) || clock.elapsedMs >= untilMs) return result;
    if (requests.underWay().length > 0) await clock.follow(pollIntervalMs);
    else await clock.advance(pollIntervalMs);
  }
}
