import { holdAnimationFrames, stopAnimations, stopImages } from '../../in-page/freeze-page.ts';
import type { CdpSession } from '../../browser/browser.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';

const playName = 'shotwright.frames';
/**
 * Frames are played in batches, after each of which the page's clock passes by as much. A page that
 * animates by script is given 5 s, or less in real time.
 */
const batch = { frames: 6, ms: 100 };
const maxBatches = { virtual: 50, real: 20 };
const stopMs = 5_000;

/** Holds back the animation frames of a document before its scripts run. */
export function holdFrames(session: CdpSession): Promise<unknown> {
  const source = `(${holdAnimationFrames.toString()})(${JSON.stringify(playName)})`;
  return session.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

/**
 * Plays the held frames until the page requests no more, and stops everything that moves by itself,
 * so that two captures produce the same pixels: finite motion at its end, endless motion at its start
 * or, where a script moves it, after a fixed number of frames.
 */
export async function freezePage(page: CapturePage): Promise<void> {
  const { clock, progress, spec, requests } = page;
  if (!spec.isJavaScriptDisabled) {
    await playFrames(page);
    await waitUntilStable(page, { images: 'visible', rules: stabilityRules.scrolled });
  }
  await evaluate(page, stopAnimations);
  const stopped = clock.renderDuring(evaluate(page, stopImages, requests.animatedImageUrls));
  await progress.race(Promise.race([stopped, progress.sleep(stopMs)]));
}

async function playFrames({ session, progress, clock }: CapturePage): Promise<void> {
  const expression = `globalThis[Symbol.for(${JSON.stringify(playName)})]?.(${batch.frames})`;
  // The page may replace the function, so its result only decides whether there is more to play.
  for (let played = 0; played < maxBatches[clock.kind]; played += 1) {
    const playing = session
      .send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
      .catch(() => undefined);
    const answer = await progress.race(clock.during(playing));
    if (answer?.result.value !== true) return;
    await clock.advance(batch.ms);
  }
}
