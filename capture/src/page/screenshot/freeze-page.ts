import type { Protocol } from 'devtools-protocol';
import {
  holdAnimationFrames,
  stopAnimations,
  stopBackgrounds,
  stopImages,
} from '../../in-page/freeze-page.ts';
import type { CdpSession } from '../../browser/browser.ts';
import type { CapturePage } from '../capture-page.ts';
import { createIsolatedWorld, inPageCall, type ExecutionContext } from '../execution-context.ts';
import { stabilityRules } from '../stability/stability-rules.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';

const playerName = 'shotwright.frames';
/**
 * Frames are played in batches, after each of which the page's clock passes by as much. A page that
 * animates by script is given 5 s, or less in real time.
 */
const batch = { frames: 6, ms: 100 };
const maxBatches = { virtual: 50, real: 20 };
const stopMs = 5_000;

/** Holds back the animation frames of a document before its scripts run. */
export function holdFrames(session: CdpSession): Promise<unknown> {
  const { expression: source } = inPageCall(holdAnimationFrames, playerName);
  return session.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

/**
 * Plays the held frames until the page requests no more, and stops everything that moves by itself,
 * so that two captures produce the same pixels: finite motion at its end, endless motion at its start
 * or, where a script moves it, after a fixed number of frames.
 */
export async function freezePage(page: CapturePage): Promise<void> {
  const { clock, progress, spec } = page;
  if (!spec.isJavaScriptDisabled) {
    await playFrames(page);
    await waitUntilStable(page, { images: 'visible', rules: stabilityRules.scrolled });
  }
  const stopped = clock.renderDuring(stopFrames(page));
  await progress.race(Promise.race([stopped, progress.sleep(stopMs)]));
}

/** Stops the motion in every frame of the page, whatever its process. */
async function stopFrames(page: CapturePage): Promise<void> {
  const isFocusRemoved = page.spec.determinism !== undefined;
  const contexts = [page.executionContext(), ...(await childContexts(page))];
  // A frame may be replaced meanwhile, or its process may be busy; the others are stopped.
  await Promise.allSettled(contexts.map((context) => context.call(stopAnimations, isFocusRemoved)));
  const { animatedImageUrls } = page.requests;
  await Promise.allSettled(contexts.map((context) => context.call(stopImages, animatedImageUrls)));
  if (animatedImageUrls.length === 0) return;
  await Promise.allSettled(
    contexts.map((context) => context.call(stopBackgrounds, animatedImageUrls)),
  );
}

/** Returns isolated worlds of all frames but the main one. */
async function childContexts({
  session,
  childFrames,
  mainFrameId,
}: CapturePage): Promise<ExecutionContext[]> {
  const lists = [session, ...childFrames.values()].map(async (one) => {
    const { frameTree } = await one.send('Page.getFrameTree', undefined, { timeoutMs: stopMs });
    return frameIds(frameTree)
      .filter((id) => id !== mainFrameId)
      .map((id) => createIsolatedWorld(one, id));
  });
  const settled = await Promise.allSettled(lists);
  return settled.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

function frameIds({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] {
  return [frame.id, ...childFrames.flatMap(frameIds)];
}

async function playFrames({ session, progress, clock }: CapturePage): Promise<void> {
  const expression = `globalThis[Symbol.for(${JSON.stringify(playerName)})]?.(${batch.frames})`;
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
