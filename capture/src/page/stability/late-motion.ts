import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureSpec } from '../../capture-spec.ts';
import { limitIdleCallbacks } from '../../in-page/idle-callbacks.ts';
import { holdLateAnimations, holdLateTimers } from '../../in-page/late-motion.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { inPageCall, scriptOf, type InPageCall } from '../execution-context.ts';
import { usesPage } from '../script-detection.ts';

/** Timers and delays from this length on bring carousels, pop-ups and hints. Unit: ms. */
const lateMs = 3_500;
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

/** Holds back the late timers of a document, and limits its idle callbacks, before its scripts run. */
export function holdTimers(session: CdpSession, spec: CaptureSpec): Promise<unknown>[] {
  if (spec.isJavaScriptDisabled) return [];
  const source = scriptOf([
    inPageCall(limitIdleCallbacks, maxIdleMs),
    ...(holdsLateMotion(spec) ? [inPageCall(holdLateTimers, lateMs)] : []),
  ]);
  return [session.send('Page.addScriptToEvaluateOnNewDocument', { source })];
}

/** Returns the call that holds animations which start late. */
export function holdLateCall(spec: CaptureSpec): InPageCall<void> {
  return holdsLateMotion(spec)
    ? inPageCall(holdLateAnimations, lateMs, false)
    : inPageCall(() => undefined);
}

/** Holds animations that start late and those without an end. */
export async function holdAnimations(page: CapturePage): Promise<void> {
  if (!holdsLateMotion(page.spec)) return;
  await evaluate(page, holdLateAnimations, lateMs, true).catch((error: unknown) => {
    // A document that was replaced holds nothing; the wait for the next one does.
    if (error instanceof CaptureError) throw error;
  });
}
