import {
  isPageHidden,
  probeAnimations,
  probeLoaders,
  probeReadiness,
  type Readiness,
} from '../../in-page/readiness.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { withinStep } from '../clock/clock-failure.ts';
import { createIsolatedWorld, inPageCall } from '../execution-context.ts';
import { listFrames } from '../frames/list-frames.ts';
import { holdLateCall } from './late-motion.ts';
import { largeLoaderShare } from './stability-rules.ts';
import { evaluate, withinLimit, type EvaluablePage } from '../evaluate.ts';

const retryIntervalMs = 20;

/** Frames of other processes that are checked, and the time for their answers. Unit: ms. */
const maxFrames = 10;
const frameAnswerMs = 500;

type CheckedPage = EvaluablePage & Pick<CapturePage, 'spec' | 'session' | 'childFrames'>;

/** Images that a check covers. */
type ImageScope = 'visible' | 'all';

/** Checks a document once. Returns undefined, after a short delay, if it was replaced meanwhile. */
export function checkOnce(page: EvaluablePage, images: ImageScope): Promise<Readiness | undefined> {
  return probe(page, () => evaluate(page, probeReadiness, images));
}

/** State of a document, with the longest rest of its animations. */
interface CheckedDocument {
  readonly readiness: Readiness;
  readonly animationMs: number;
  readonly isHidden: boolean;
}

/**
 * Holds animations that start late, and checks a document and the rest of its animations; with
 * `mayBeHidden`, also if it shows nothing of itself.
 */
export async function checkWithAnimations(
  page: CheckedPage,
  { images, mayBeHidden }: { readonly images: ImageScope; readonly mayBeHidden: boolean },
): Promise<CheckedDocument | undefined> {
  const usual = [
    holdLateCall(page.spec),
    inPageCall(probeReadiness, images),
    inPageCall(probeAnimations),
  ] as const;
  const calls = mayBeHidden
    ? ([...usual, inPageCall(isPageHidden), inPageCall(probeLoaders)] as const)
    : usual;
  const found = await probe(page, () =>
    withinLimit(
      page,
      page.executionContext().callAll<[void, Readiness, number, boolean?, number?]>(calls),
    ),
  );
  if (found === undefined) return undefined;
  const [, readiness, animationMs, isHidden = false, loaderShare = 0] = found;
  const longestMs = animationMs > 1 ? animationMs : await probeFrames(page);
  return {
    readiness,
    animationMs: longestMs,
    isHidden: isHidden || loaderShare >= largeLoaderShare,
  };
}

/** Returns the longest rest of the animations in frames of other processes. Unit: ms. */
async function probeFrames(page: CheckedPage): Promise<number> {
  if (page.childFrames.size === 0) return 0;
  const frames = (await listFrames(page)).filter(({ session }) => session !== page.session);
  const rests = frames.slice(0, maxFrames).map(({ session, frame }) =>
    createIsolatedWorld(session, frame.id)
      .call(probeAnimations)
      .catch(() => 0),
  );
  const late = page.progress.sleep(frameAnswerMs).then(() => [0]);
  return Math.max(0, ...(await Promise.race([Promise.all(rests), late])));
}

/**
 * Settles like `call`, which calls a function in the page. Returns undefined, after a short delay, if
 * the document was replaced during the call. Without the delay, repeated calls to a document that
 * fails immediately would block everything else in this process.
 */
export async function probe<R>(
  page: EvaluablePage,
  call: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await call();
  } catch (err) {
    if (err instanceof CaptureError) throw err;
    await page.progress.sleep(retryIntervalMs);
    return undefined;
  }
}

/** Returns the time that the page's scripts have run for; 0 if the browser does not tell. Unit: s. */
export async function scriptTime({
  session,
  progress,
}: Pick<CapturePage, 'session' | 'progress'>): Promise<number> {
  const metrics = async (): Promise<number> => {
    const enabled = session.send('Performance.enable');
    const [{ metrics: all }] = await Promise.all([session.send('Performance.getMetrics'), enabled]);
    return all.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  };
  return withinStep(
    progress,
    metrics().catch(() => 0),
    'call_unanswered',
  );
}
