import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureSpec } from '../../capture-spec.ts';
import { defineSignal } from '../../in-page/conditions.ts';
import { inPageCall } from '../execution-context.ts';

const signalName = 'shotwright.signal';

/** Expression of the page itself that is true once it has called `shotwrightReady()`. */
export const hasSignalled = `globalThis[Symbol.for(${JSON.stringify(signalName)})] === true`;

/** Adds the function `shotwrightReady()` to each document before its scripts run, if it is awaited. */
export function offerSignal(session: CdpSession, { waiting }: CaptureSpec): Promise<unknown>[] {
  if (waiting?.isSignalAwaited !== true) return [];
  const { expression: source } = inPageCall(defineSignal, signalName);
  return [session.send('Page.addScriptToEvaluateOnNewDocument', { source })];
}
