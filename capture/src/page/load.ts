import type { CapturePage } from './capture-page.ts';
import { CaptureFault, inSeconds } from './fault.ts';
import { faultFromNetError, hostOf } from './net-errors.ts';
import type { Visit } from './visits.ts';

const lookAgainMs = 250;

/** How a page came: completely, or as far as it got before resources stopped coming. */
export type LoadOutcome = 'loaded' | 'stalled';

/**
 * Waits until the document on show has loaded. A resource that never answers only delays it (`stallMs`).
 * Throws a {@link CaptureFault} when no document comes.
 */
export async function waitForLoad(page: CapturePage): Promise<LoadOutcome> {
  const { visits, requests, limits, fuse, changed } = page;
  const startedMs = performance.now();
  for (;;) {
    const visit = visits.latest;
    if (visit !== undefined) throwIfFailed(visit, page);
    const shown = visits.current;
    if (shown?.isLoaded === true && shown === visit) return 'loaded';

    const nowMs = performance.now();
    const isIdle = nowMs - requests.lastActiveMs >= limits.stallMs;
    if (shown === visit && shown !== undefined && isIdle && requests.pending.size > 0) {
      return 'stalled';
    }
    if (nowMs - startedMs >= limits.navigationMs) {
      if (shown?.isParsed === true) return 'stalled';
      throw lateFault(page);
    }
    await fuse.race(Promise.race([changed.next(), fuse.sleep(lookAgainMs)]));
  }
}

/** A first visit that failed ends the capture; a later one leaves the page where it is. */
function throwIfFailed(visit: Visit, { visits }: CapturePage): void {
  const hasFailed = visit.errorText !== null || visit.isDownload || visit.status === 204;
  if (!hasFailed || visit.isCommitted) return;
  if (visits.current !== undefined && visits.current.errorText === null) return;
  if (visit.isDownload || visit.status === 204 || visit.errorText === 'net::ERR_ABORTED') {
    throw notAPage(visit);
  }
  throw faultFromNetError(visit.errorText ?? '', visit.url);
}

function notAPage(visit: Visit): CaptureFault {
  const host = hostOf(visit.url);
  const what =
    visit.status === 204 || visit.mimeType === null
      ? 'answered without a page (nothing to show)'
      : `answered with a file of type "${visit.mimeType}", which is not a page`;
  return new CaptureFault('unsupported_content_type', `The server "${host}" ${what}.`);
}

function lateFault({ visits, limits }: CapturePage): CaptureFault {
  const { latest } = visits;
  const limit = inSeconds(limits.navigationMs);
  const hasAnswered = latest?.status !== null && latest !== undefined;
  const detail = hasAnswered
    ? `The page had not finished loading after ${limit}; its scripts or its server kept it busy.`
    : `The server "${hostOf(latest?.url ?? '')}" had not answered after ${limit}.`;
  return new CaptureFault('navigation_timeout', detail, { isRetryable: !hasAnswered });
}
