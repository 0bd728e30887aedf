import { lookAtReadiness, type Readiness } from '../in-page/readiness.ts';
import type { CapturePage } from './capture-page.ts';
import { busyFault, evaluate, type AskedPage } from './evaluate.ts';
import { CaptureFault } from './fault.ts';

/**
 * Two frames of a 60 Hz screen: enough time for a script woken by the load event to start its work.
 */
const twoFramesMs = 34;
const lookAgainMs = 20;
/** Older requests are left open on purpose (long polls, streams). Unit: ms. */
const longPollMs = 2_500;
/** Maximum wait for a continually changing document after its network is idle. Unit: ms. */
const restlessMs = 1_000;

/** Conditions and maximum time of the wait. */
export interface Patience {
  readonly images: 'visible' | 'all';
  /** Default: the limit `settleMs`. */
  readonly maxMs?: number;
}

/**
 * Waits for fonts, images and, on pages with scripts, a short idle time. Returns `left` if the page
 * navigates during the wait. A stable page costs one check.
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
    // Requests that follow from these matter as well.
    if (wasUnderWay) page.hearing.listen();
    const isBusy = look.isWaiting || hasOpenRequests(page);
    wasBusy ||= isBusy || wasUnderWay;
    if (elapsedMs >= maxMs) return 'settled';
    if (!isBusy && !isUnderWay && isQuiet(page, look, { wasBusy, elapsedMs })) return 'settled';
    await page.fuse.sleep(lookAgainMs);
  }
}

/** Waits for script detection, because it determines the execution context of the checks. */
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
 * Returns undefined, after a short delay, if the document was replaced during the check. Without
 * the delay, repeated calls to a document that fails immediately would block everything else in
 * this process.
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

/**
 * Returns true if a request that started before monitoring was enabled is still in progress and
 * relevant.
 */
function hasRequestsUnderWay(
  { idleness, requests, visits, spec }: CapturePage,
  { hasScripts }: Readiness,
): boolean {
  if (!hasScripts || spec.isJavaScriptDisabled || idleness.isIdle) return false;
  // A response that a script never reads counts as in progress until it is garbage-collected, which
  // happens with polling.
  if (requests.isPolling) return false;
  const loadedMs = visits.current?.loadedMs ?? null;
  return loadedMs !== null && performance.now() - loadedMs < longPollMs;
}

/**
 * Returns true if requests outlived the load event by more than the browser's delay before it
 * reports that there are none.
 */
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
