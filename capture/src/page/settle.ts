import { lookAtReadiness, type Readiness } from '../in-page/readiness.ts';
import type { CapturePage } from './capture-page.ts';
import { busyFault, evaluate, type AskedPage } from './evaluate.ts';
import { CaptureFault } from './fault.ts';

/** Two frames of a 60 Hz screen: time enough for a script woken by the load event to begin its work. */
const twoFramesMs = 34;
const lookAgainMs = 20;
/** Requests older than this are held open on purpose (long polls, streams). */
const longPollMs = 2_500;
/** How long a document that changes for ever is waited for once its network is quiet. */
const restlessMs = 1_000;

/** What to wait for, and for how long at most. */
export interface Patience {
  readonly images: 'visible' | 'all';
  /** Default: the limit for settling. */
  readonly maxMs?: number;
}

/**
 * Waits for fonts, images and, on pages with scripts, for a short quiet time; answers `left` when the page goes
 * elsewhere meanwhile. A page at rest costs one look.
 */
export async function settle(
  page: CapturePage,
  { images, maxMs = page.limits.settleMs }: Patience,
): Promise<'settled' | 'left'> {
  await knowScripts(page);
  const startedMs = performance.now();
  let wasBusy = false;
  for (;;) {
    const look = await lookOnce(page, images);
    if (look === undefined || isLeaving(page)) return 'left';
    page.visits.learn(look);
    const elapsedMs = performance.now() - startedMs;
    const isUnderWay = hasRequestsUnderWay(page, look);
    const wasUnderWay = look.hasScripts && hadRequestsUnderWay(page);
    // What they lead to matters as well.
    if (wasUnderWay) page.hearing.listen();
    const isBusy = look.isWaiting || hasOpenRequests(page);
    wasBusy ||= isBusy || wasUnderWay;
    if (elapsedMs >= maxMs) return 'settled';
    if (!isBusy && !isUnderWay && isQuiet(page, look, { wasBusy, elapsedMs })) return 'settled';
    await page.fuse.sleep(lookAgainMs);
  }
}

/** Until it is known whether the document has scripts, where looks run is not decided. */
function knowScripts({ fuse, glance, limits }: CapturePage): Promise<boolean> {
  return fuse.within(glance.isWithoutScripts(), limits.shotMs, () => busyFault(limits.shotMs));
}

function isQuiet(
  { requests, idleness, limits, spec }: CapturePage,
  { hasScripts, unchangedMs }: Readiness,
  { wasBusy, elapsedMs }: { readonly wasBusy: boolean; readonly elapsedMs: number },
): boolean {
  if (!hasScripts || spec.isJavaScriptDisabled) return true;
  const quietMs = wasBusy ? limits.quietMs : twoFramesMs;
  const lastActiveMs = Math.max(requests.lastActiveMs, wasBusy ? idleness.idleSinceMs : 0);
  const networkQuietMs = performance.now() - lastActiveMs;
  const isUnchanged = unchangedMs >= quietMs || elapsedMs >= restlessMs;
  return isUnchanged && networkQuietMs >= quietMs && elapsedMs >= twoFramesMs;
}

/**
 * Undefined when the document went away while being looked at, after a moment: asked again and again, one that refuses
 * at once would leave no time for anything else in this process.
 */
export async function lookOnce(
  page: AskedPage,
  images: Patience['images'],
): Promise<Readiness | undefined> {
  try {
    return await evaluate(page, lookAtReadiness, images);
  } catch (err) {
    if (err instanceof CaptureFault) throw err;
    await page.fuse.sleep(lookAgainMs);
    return undefined;
  }
}

function isLeaving({ visits, interception }: CapturePage): boolean {
  return visits.isLeaving && !interception.isHeld;
}

/** Whether something asked for before the page was listened to has not ended, as far as that can matter. */
function hasRequestsUnderWay(
  { idleness, requests, visits, spec }: CapturePage,
  { hasScripts }: Readiness,
): boolean {
  if (!hasScripts || spec.isJavaScriptDisabled || idleness.isIdle) return false;
  // An answer that a script never reads counts as under way until it is collected: polls do that.
  if (requests.isPolling) return false;
  const loadedMs = visits.current?.loadedMs ?? null;
  return loadedMs !== null && performance.now() - loadedMs < longPollMs;
}

/** Whether requests outlived the load event by more than the moment the browser takes to tell that there are none. */
function hadRequestsUnderWay({ idleness, visits, spec }: CapturePage): boolean {
  const loadedMs = visits.current?.loadedMs ?? null;
  if (loadedMs === null || spec.isJavaScriptDisabled) return false;
  const idleMs = idleness.isIdle ? idleness.idleSinceMs : performance.now();
  return idleMs - loadedMs >= twoFramesMs;
}

function hasOpenRequests({ requests }: CapturePage): boolean {
  const youngestMs = performance.now() - longPollMs;
  return [...requests.pending.values()].some(({ sinceMs }) => sinceMs > youngestMs);
}
