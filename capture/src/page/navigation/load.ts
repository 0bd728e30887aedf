import {
  growResourceTimingBuffer,
  probeEnded,
  probeLoading,
  type Loading,
} from '../../in-page/loading.ts';
import { ignoreErrors } from '../../rejections.ts';
import { isNoContent } from '../network/responses.ts';
import type { CapturePage } from '../capture-page.ts';
import { CaptureError, inSeconds } from '../../lib/capture-error.ts';
import { inferNetError, hostOf } from './net-errors.ts';
import type { Navigation } from './navigation-log.ts';
import { hasFailed } from './navigations.ts';

const pollIntervalMs = 250;
const reloadMs = 5_000;
const evaluateTimeoutMs = 1_000;

/**
 * A page that loads longer may have more resources than the browser's default buffer holds. Unit:
 * ms.
 */
const slowLoadMs = 1_000;

/** Outcome of loading a page: complete, or partial because resources stalled. */
export type LoadOutcome = 'loaded' | 'stalled';

/**
 * Waits until the current document has loaded. A resource without a response delays it once
 * (`stallTimeoutMs`); one that blocks rendering is then left out. Throws a {@link CaptureError} if no
 * document loads.
 */
export async function waitForLoad(page: CapturePage): Promise<LoadOutcome> {
  const { navigations, limits, interception, progress } = page;
  const startedMs = performance.now();
  let untilMs = startedMs + limits.navigationTimeoutMs;
  let hasReloaded = false;
  let isSlow = false;
  for (;;) {
    const { current } = navigations;
    throwIfFailed(page);
    // A page that navigates continually never finishes loading unless further navigation is
    // blocked.
    if (navigations.count > limits.maxClientNavigations || navigations.isReloading)
      await progress.race(interception.blockNavigation());
    const hasLoaded = current !== undefined && hasReached(current, page.spec.waitUntil);
    if (hasLoaded && (interception.isNavigationBlocked || !navigations.isNavigating))
      return 'loaded';
    if (!isSlow && current !== undefined && performance.now() - startedMs > slowLoadMs) {
      isSlow = true;
      // The capture may end before the page responds; the wait below reports the outcome.
      ignoreErrors([evaluateWithTimeout(page, growResourceTimingBuffer)]);
    }
    const stalled = await detectStall(page);
    if (stalled !== undefined) {
      await endReportPause(page);
      if (hasReloaded || !(await reloadBlocking(page, stalled.blockers))) return 'stalled';
      hasReloaded = true;
      page.egressActivity.restart();
      untilMs = performance.now() + limits.navigationTimeoutMs;
    }
    if (performance.now() >= untilMs) {
      if (current !== undefined && (await isResponsive(page))) {
        await endReportPause(page);
        return 'stalled';
      }
      throw navigationTimeoutError(page);
    }
    await nextChange(page);
  }
}

async function nextChange({ clock, changed, navigations, progress }: CapturePage): Promise<void> {
  const change = changed.next();
  if (navigations.current !== undefined) await clock.follow(pollIntervalMs, change);
  else await Promise.race([change, progress.sleep(pollIntervalMs)]);
}

/**
 * Returns the resources that a document waits for if it exists and has stalled. Returns undefined
 * otherwise.
 */
async function detectStall(page: CapturePage): Promise<Loading | undefined> {
  const { navigations, egressActivity, progress, limits } = page;
  if (navigations.current === undefined || navigations.isNavigating) return undefined;
  if ((await progress.race(egressActivity.idleMs())) < limits.stallTimeoutMs) return undefined;
  const loading = await evaluateWithTimeout(page, probeLoading);
  return loading?.isDocumentUnfinished === true ? undefined : loading;
}

/** Reports requests again on a page that does not finish loading. */
async function endReportPause(page: CapturePage): Promise<void> {
  if (!page.reportPause.isActive) return;
  page.reportPause.end();
  const ended = new Set(await evaluateWithTimeout(page, probeEnded));
  page.requests.retain((_id, { url }) => !ended.has(url));
}

/** Distinguishes an incomplete page from one whose scripts block the main thread. */
async function isResponsive(page: CapturePage): Promise<boolean> {
  return (await evaluateWithTimeout(page, () => true)) === true;
}

/** Calls a function in the page. Returns undefined if the page does not respond within a second. */
async function evaluateWithTimeout<R>(
  { executionContext, progress }: CapturePage,
  inPage: () => R,
): Promise<R | undefined> {
  const result = executionContext()
    .call(inPage)
    .catch(() => undefined);
  return progress.race(
    Promise.race([result, progress.sleep(evaluateTimeoutMs).then(() => undefined)]),
  );
}

/**
 * Pending scripts and style sheets block rendering: reloads the page without those that do not
 * load.
 */
async function reloadBlocking(page: CapturePage, urls: string[]): Promise<boolean> {
  const { session, progress, navigations, consoleErrors, reportPause } = page;
  if (urls.length === 0) return false;
  for (const url of urls) consoleErrors.add(`Blocked because it did not respond: ${url}`);
  const navigationsBefore = navigations.count;
  const untilMs = performance.now() + reloadMs;
  reportPause.prevent();
  await progress.race(session.send('Network.setBlockedURLs', { urls }));
  await progress.race(session.send('Page.reload'));
  while (navigations.count === navigationsBefore && performance.now() < untilMs)
    await nextChange(page);
  return true;
}

/** Returns true if a document has reached the moment from which the caller wants it. */
function hasReached(
  { isParsed, loadedMs }: Navigation,
  moment: CapturePage['spec']['waitUntil'],
): boolean {
  if (moment === 'commit') return true;
  return loadedMs !== null || (moment === 'domcontentloaded' && isParsed);
}

/** Throws if a navigation failed, unless the previous page is still shown. */
function throwIfFailed({ navigations: { latest, current } }: CapturePage): void {
  const failed = current === undefined ? latest : current;
  if (failed === undefined || !hasFailed(failed)) return;
  const isNoPage = failed.errorText === null || failed.errorText === 'net::ERR_ABORTED';
  throw isNoPage
    ? unsupportedContentError(failed)
    : inferNetError(failed.errorText ?? '', failed.url);
}

function unsupportedContentError({ url, status, mimeType }: Navigation): CaptureError {
  const isEmpty = isNoContent(status) || mimeType === null;
  const what = isEmpty
    ? 'responded without a page (no content)'
    : `responded with a file of type "${mimeType}", which is not a page`;
  return new CaptureError('unsupported_content_type', `The server "${hostOf(url)}" ${what}.`);
}

function navigationTimeoutError({ navigations: { latest }, limits }: CapturePage): CaptureError {
  const limit = inSeconds(limits.navigationTimeoutMs);
  const hasAnswered = latest !== undefined && (latest.isCommitted || latest.status !== null);
  const detail = hasAnswered
    ? `The page did not finish loading within ${limit}. Its scripts or its server kept it busy.`
    : `The server "${hostOf(latest?.url ?? '')}" did not respond within ${limit}.`;
  return new CaptureError('navigation_timeout', detail, {
    isRetryable: !hasAnswered,
    isBrowserSuspect: hasAnswered,
  });
}
