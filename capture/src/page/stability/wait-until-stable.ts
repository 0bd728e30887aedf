import { probeReadiness, type Readiness } from '../../in-page/readiness.ts';
import type { CapturePage } from '../capture-page.ts';
import { pageUnresponsiveError, evaluate, type EvaluablePage } from '../evaluate.ts';
import { CaptureError } from '../../lib/capture-error.ts';

/**
 * Two frames of a 60 Hz screen: enough time for a script woken by the load event to start its work.
 */
const twoFramesMs = 34;
const pollIntervalMs = 20;
/** Older requests are left open on purpose (long polls, streams). Unit: ms. */
const longPollMs = 2_500;
/** Maximum wait for a continually changing document after its network is idle. Unit: ms. */
const mutationTimeoutMs = 1_000;

/** Conditions and maximum time of the wait. */
export interface StabilityOptions {
  readonly images: 'visible' | 'all';
  /** Default: the limit `stabilityTimeoutMs`. */
  readonly maxMs?: number;
}

/**
 * Waits for fonts, images and, on pages with scripts, a short idle time. Returns `left` if the page
 * navigates during the wait. A stable page costs one check.
 */
export async function waitUntilStable(
  page: CapturePage,
  { images, maxMs = page.limits.stabilityTimeoutMs }: StabilityOptions,
): Promise<'settled' | 'left'> {
  await waitForScriptDetection(page);
  const startedMs = performance.now();
  let wasBusy = false;
  for (;;) {
    const probe = await checkOnce(page, images);
    if (probe === undefined || isNavigating(page)) return 'left';
    page.navigations.recordMetrics(probe);
    const elapsedMs = performance.now() - startedMs;
    const isUnderWay = hasRequestsUnderWay(page, probe);
    const wasUnderWay = probe.hasScripts && hadRequestsUnderWay(page);
    // Requests that follow from these matter as well.
    if (wasUnderWay) page.networkMonitor.listen();
    const isBusy = probe.isWaiting || hasOpenRequests(page);
    wasBusy ||= isBusy || wasUnderWay;
    if (elapsedMs >= maxMs) return 'settled';
    if (!isBusy && !isUnderWay && isQuiet(page, probe, { wasBusy, elapsedMs })) return 'settled';
    await page.progress.sleep(pollIntervalMs);
  }
}

/** Waits for script detection, because it determines the execution context of the checks. */
function waitForScriptDetection({
  progress,
  scriptDetection,
  limits,
}: CapturePage): Promise<boolean> {
  return progress.raceWithTimeout(scriptDetection.isScriptFree(), limits.screenshotTimeoutMs, () =>
    pageUnresponsiveError(limits.screenshotTimeoutMs),
  );
}

function isQuiet(
  { requests, networkIdle, limits, spec }: CapturePage,
  { hasScripts, unchangedMs }: Readiness,
  { wasBusy, elapsedMs }: { readonly wasBusy: boolean; readonly elapsedMs: number },
): boolean {
  if (!hasScripts || spec.isJavaScriptDisabled) return true;
  const networkIdleMs = wasBusy ? limits.networkIdleMs : twoFramesMs;
  const lastActiveMs = Math.max(requests.lastActiveMs, wasBusy ? networkIdle.idleSinceMs : 0);
  const networkQuietMs = performance.now() - lastActiveMs;
  const isUnchanged = unchangedMs >= networkIdleMs || elapsedMs >= mutationTimeoutMs;
  return isUnchanged && networkQuietMs >= networkIdleMs && elapsedMs >= twoFramesMs;
}

/**
 * Returns undefined, after a short delay, if the document was replaced during the check. Without
 * the delay, repeated calls to a document that fails immediately would block everything else in
 * this process.
 */
export async function checkOnce(
  page: EvaluablePage,
  images: StabilityOptions['images'],
): Promise<Readiness | undefined> {
  try {
    return await evaluate(page, probeReadiness, images);
  } catch (err) {
    if (err instanceof CaptureError) throw err;
    await page.progress.sleep(pollIntervalMs);
    return undefined;
  }
}

function isNavigating({ navigations, interception }: CapturePage): boolean {
  return navigations.isNavigating && !interception.isNavigationBlocked;
}

/**
 * Returns true if a request that started before monitoring was enabled is still in progress and
 * relevant.
 */
function hasRequestsUnderWay(
  { networkIdle, requests, navigations, spec }: CapturePage,
  { hasScripts }: Readiness,
): boolean {
  if (!hasScripts || spec.isJavaScriptDisabled || networkIdle.isIdle) return false;
  // A response that a script never reads counts as in progress until it is garbage-collected, which
  // happens with polling.
  if (requests.isPolling) return false;
  const loadedMs = navigations.current?.loadedMs ?? null;
  return loadedMs !== null && performance.now() - loadedMs < longPollMs;
}

/**
 * Returns true if requests outlived the load event by more than the browser's delay before it
 * reports that there are none.
 */
function hadRequestsUnderWay({ networkIdle, navigations, spec }: CapturePage): boolean {
  const loadedMs = navigations.current?.loadedMs ?? null;
  if (loadedMs === null || spec.isJavaScriptDisabled) return false;
  const idleMs = networkIdle.isIdle ? networkIdle.idleSinceMs : performance.now();
  return idleMs - loadedMs >= twoFramesMs;
}

function hasOpenRequests({ requests }: CapturePage): boolean {
  const youngestMs = performance.now() - longPollMs;
  return [...requests.pending.values()].some(({ sinceMs }) => sinceMs > youngestMs);
}
