import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureSpec } from '../../capture-spec.ts';
import { holdLateAnimations } from '../../in-page/late-motion.ts';
import {
  holdLateTimers,
  limitIdleCallbacks,
  recordTimers,
  type LateTimers,
  type RetryTimes,
  type TimerCommand,
} from '../../in-page/main-world/timers.ts';
import { findCarousels } from '../../in-page/main-world/carousels.ts';
import { followFailures } from '../../in-page/main-world/retries.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { inPageCall, scriptOf, type InPageCall } from '../execution-context.ts';
import { usesPage } from '../script-detection.ts';

/**
 * Timers with these delays show slides, pop-ups and hints. A timeout between the two delays may also be part of an
 * intro, so it is held only once the page has come to rest. On a page with a carousel, even shorter timers show its
 * next slide. Unit: ms.
 */
const lateTimers: LateTimers = {
  timeoutMs: 3_500,
  intervalMs: 2_600,
  atRestMs: 2_600,
  carouselMs: 1_500,
};
const neverMs = 2 ** 31 - 1;
const noLateTimers: LateTimers = {
  timeoutMs: neverMs,
  intervalMs: neverMs,
  atRestMs: neverMs,
  carouselMs: neverMs,
};
/** Delay of animations from which they bring the same. Unit: ms. */
const lateDelayMs = 3_500;
const noRetries: RetryTimes = [0, 0];
/** Name of the function that controls late timers. */
const controlName = 'shotwright.timers';
/** Time after which an idle callback runs at the latest. Unit: ms. */
const maxIdleMs = 50;
/** Time after which motion without an end is held where it is. Unit: ms. */
export const endlessMs = 2_500;

/** Returns true if the capture shows a page as it comes to rest, and not after a time of the caller. */
function holdsLateMotion(spec: CaptureSpec): boolean {
  const { delayMs, injectJs, elementSelector, waiting } = spec;
  const isAsWanted = injectJs !== undefined || elementSelector !== undefined;
  return delayMs === 0 && !isAsWanted && !usesPage(spec) && waiting === undefined;
}

/**
 * Holds back the late timers of a document, limits its idle callbacks and records the retries of its
 * requests, before its scripts run.
 */
export function holdTimers(session: CdpSession, spec: CaptureSpec): Promise<unknown>[] {
  if (spec.isJavaScriptDisabled) return [];
  const source = scriptOf([
    inPageCall(limitIdleCallbacks, maxIdleMs),
    inPageCall(recordTimers, controlName),
    inPageCall(followFailures),
    inPageCall(findCarousels),
    inPageCall(holdLateTimers, holdsLateMotion(spec) ? lateTimers : noLateTimers),
  ]);
  return [session.send('Page.addScriptToEvaluateOnNewDocument', { source })];
}

/** Returns the call that holds animations which start late. */
export function holdLateCall(spec: CaptureSpec): InPageCall<void> {
  return holdsLateMotion(spec)
    ? inPageCall(holdLateAnimations, lateDelayMs, false)
    : inPageCall(() => undefined);
}

/** Holds animations that start late and those without an end. */
export async function holdAnimations(page: CapturePage): Promise<void> {
  if (!holdsLateMotion(page.spec)) return;
  await evaluate(page, holdLateAnimations, lateDelayMs, true).catch((error: unknown) => {
    // A document that was replaced holds nothing; the wait for the next one does.
    if (error instanceof CaptureError) throw error;
  });
}

/** Lets the late timers of a page fire at their time: one of them may be what shows the page. */
export async function releaseTimers(page: CapturePage): Promise<void> {
  await controlTimers(page, 'start');
}

/** Returns the times until the page retries failed requests. */
export function timesUntilRetry(page: CapturePage): Promise<RetryTimes> {
  return controlTimers(page, 'read');
}

/** Holds animations and timers of a page at rest that come later than what it shows. */
export async function holdAtRest(page: CapturePage): Promise<void> {
  await holdAnimations(page);
  if (holdsLateMotion(page.spec)) await controlTimers(page, 'hold');
}

async function controlTimers(
  { session, progress, clock }: CapturePage,
  command: TimerCommand,
): Promise<RetryTimes> {
  const expression = `globalThis[Symbol.for(${JSON.stringify(controlName)})]?.(${JSON.stringify(command)})`;
  const call = { expression, returnByValue: true };
  const controlled = session.send('Runtime.evaluate', call).catch(() => undefined);
  const response = await progress.race(clock.during(controlled));
  const value: unknown = response?.result.value;
  return Array.isArray(value) ? [msOf(value[0]), msOf(value[1])] : noRetries;
}

/** Returns a time that an untrusted page states. A clock cannot go back. */
function msOf(stated: unknown): number {
  return Math.max(0, Number(stated) || 0);
}
