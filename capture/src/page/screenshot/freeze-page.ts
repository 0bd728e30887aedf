import { stopAnimations, overrideAnimationFrames } from '../../in-page/freeze-page.ts';
import type { CdpSession } from '../../browser/browser.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';

/** Number of frames played for a page that animates by script: one second. */
const frames = 60;
const playName = 'shotwright.frames';
const playMs = 5_000;

/** Overrides the frame clock of a document before its scripts run. */
export function installFrameClock(session: CdpSession): Promise<unknown> {
  const source = `(${overrideAnimationFrames.toString()})(${frames}, ${JSON.stringify(playName)})`;
  return session.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

/**
 * Plays the held frames and stops everything that moves by itself, so that two captures produce the
 * same pixels.
 */
export async function freezePage(page: CapturePage): Promise<void> {
  const { session, progress, spec } = page;
  if (!spec.isJavaScriptDisabled) {
    const expression = `globalThis[Symbol.for(${JSON.stringify(playName)})]?.()`;
    const played = session.send('Runtime.evaluate', { expression, awaitPromise: true });
    await progress.race(Promise.race([played, progress.sleep(playMs)]));
    await waitUntilStable(page, { images: 'visible' });
  }
  await progress.race(Promise.race([evaluate(page, stopAnimations), progress.sleep(playMs)]));
}
