import { keepMoreEntries, lookAtLoading, type Loading } from '../in-page/loading.ts';
import { ignoreErrors } from '../rejections.ts';
import { isEmptyStatus } from './answers.ts';
import type { CapturePage } from './capture-page.ts';
import { CaptureFault, inSeconds } from './fault.ts';
import { faultFromNetError, hostOf } from './net-errors.ts';
import { hasFailed, type Visit } from './visits.ts';

const lookAgainMs = 250;
const reloadMs = 5_000;
const answerMs = 1_000;

/**
 * A page that loads longer may have more resources than the browser's default buffer holds. Unit:
 * ms.
 */
const slowMs = 1_000;

/** Outcome of loading a page: complete, or partial because resources stalled. */
export type LoadOutcome = 'loaded' | 'stalled';

/**
 * Waits until the current document has loaded. A resource without a response delays it once
 * (`stallMs`); one that blocks rendering is then left out. Throws a {@link CaptureFault} if no
 * document loads.
 */
export async function waitForLoad(page: CapturePage): Promise<LoadOutcome> {
  const { visits, limits, interception, fuse } = page;
  const startedMs = performance.now();
  let untilMs = startedMs + limits.navigationMs;
  let hasReloaded = false;
  let isSlow = false;
  for (;;) {
    const { current } = visits;
    throwIfFailed(page);
    // A page that navigates continually never finishes loading unless further navigation is
    // blocked.
    if (visits.count > limits.maxClientNavigations) await fuse.race(interception.hold());
    const hasLoaded = current !== undefined && current.loadedMs !== null;
    if (hasLoaded && (interception.isHeld || !visits.isLeaving)) return 'loaded';
    if (!isSlow && current !== undefined && performance.now() - startedMs > slowMs) {
      isSlow = true;
      page.consoleErrors.listen();
      // The capture may end before the page responds; the wait below reports the outcome.
      ignoreErrors([askInTime(page, keepMoreEntries)]);
    }
    const stalled = await lookIfStalled(page);
    if (stalled !== undefined) {
      if (hasReloaded || !(await reloadWithout(page, stalled.blockers))) return 'stalled';
      hasReloaded = true;
      untilMs = performance.now() + limits.navigationMs;
    }
    if (performance.now() >= untilMs) {
      if (current !== undefined && (await isResponsive(page))) return 'stalled';
      throw lateFault(page);
    }
    await nextChange(page);
  }
}

async function nextChange({ fuse, changed }: CapturePage): Promise<void> {
  await Promise.race([changed.next(), fuse.sleep(lookAgainMs)]);
}

/**
 * Returns the resources that a document waits for if it exists and has stalled. Returns undefined
 * otherwise.
 */
async function lookIfStalled(page: CapturePage): Promise<Loading | undefined> {
  const { visits, traffic, fuse, limits } = page;
  if (visits.current === undefined || visits.isLeaving) return undefined;
  if ((await fuse.race(traffic.silence())) < limits.stallMs) return undefined;
  const loading = await askInTime(page, lookAtLoading);
  return loading?.isDocumentUnfinished === true ? undefined : loading;
}

/** Distinguishes an incomplete page from one whose scripts block the main thread. */
async function isResponsive(page: CapturePage): Promise<boolean> {
  return (await askInTime(page, () => true)) === true;
}

/** Calls a function in the page. Returns undefined if the page does not respond within a second. */
async function askInTime<R>({ world, fuse }: CapturePage, inPage: () => R): Promise<R | undefined> {
  const answer = world()
    .call(inPage)
    .catch(() => undefined);
  return fuse.race(Promise.race([answer, fuse.sleep(answerMs).then(() => undefined)]));
}

/**
 * Pending scripts and style sheets block rendering: reloads the page without those that do not
 * load.
 */
async function reloadWithout(page: CapturePage, urls: string[]): Promise<boolean> {
  const { hearing, session, fuse, visits, consoleErrors } = page;
  if (urls.length === 0) return false;
  for (const url of urls) consoleErrors.add(`Left out, for it did not answer: ${url}`);
  const visitsBefore = visits.count;
  const untilMs = performance.now() + reloadMs;
  hearing.listen();
  await fuse.race(session.send('Network.setBlockedURLs', { urls }));
  await fuse.race(session.send('Page.reload'));
  while (visits.count === visitsBefore && performance.now() < untilMs) await nextChange(page);
  return true;
}

/** Throws if a navigation failed, unless the previous page is still shown. */
function throwIfFailed({ visits: { latest, current } }: CapturePage): void {
  const failed = current === undefined ? latest : current;
  if (failed === undefined || !hasFailed(failed)) return;
  const isNoPage = failed.errorText === null || failed.errorText === 'net::ERR_ABORTED';
  throw isNoPage ? notAPage(failed) : faultFromNetError(failed.errorText ?? '', failed.url);
}

function notAPage({ url, status, mimeType }: Visit): CaptureFault {
  const isEmpty = isEmptyStatus(status) || mimeType === null;
  const what = isEmpty
    ? 'answered without a page (nothing to show)'
    : `answered with a file of type "${mimeType}", which is not a page`;
  return new CaptureFault('unsupported_content_type', `The server "${hostOf(url)}" ${what}.`);
}

function lateFault({ visits: { latest }, limits }: CapturePage): CaptureFault {
  const limit = inSeconds(limits.navigationMs);
  const hasAnswered = latest !== undefined && (latest.isCommitted || latest.status !== null);
  const detail = hasAnswered
    ? `The page had not finished loading after ${limit}: its scripts or its server kept it busy.`
    : `The server "${hostOf(latest?.url ?? '')}" had not answered after ${limit}.`;
  return new CaptureFault('navigation_timeout', detail, {
    isRetryable: !hasAnswered,
    isBrowserSuspect: hasAnswered,
  });
}
