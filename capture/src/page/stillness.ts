import { bringToRest, playFixedFrames } from '../in-page/stillness.ts';
import type { CdpSession } from '../browser/browser.ts';
import type { CapturePage } from './capture-page.ts';
import { evaluate } from './evaluate.ts';
import { settle } from './settle.ts';

/** Number of frames played for a page that animates by script: one second. */
const frames = 60;
const playName = 'shotwright.frames';
const playMs = 5_000;

/** Overrides the frame clock of a document before its scripts run. */
export function holdFrames(session: CdpSession): Promise<unknown> {
  const source = `(${playFixedFrames.toString()})(${frames}, ${JSON.stringify(playName)})`;
  return session.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

/**
 * Plays the held frames and stops everything that moves by itself, so that two captures produce the
 * same pixels.
 */
export async function still(page: CapturePage): Promise<void> {
  const { session, fuse, spec } = page;
  if (!spec.isJavaScriptDisabled) {
    const expression = `globalThis[Symbol.for(${JSON.stringify(playName)})]?.()`;
    const played = session.send('Runtime.evaluate', { expression, awaitPromise: true });
    await fuse.race(Promise.race([played, fuse.sleep(playMs)]));
    await settle(page, { images: 'visible' });
  }
  await fuse.race(Promise.race([evaluate(page, bringToRest), fuse.sleep(playMs)]));
}
