import { lookAtReadiness, type Readiness } from '../in-page/readiness.ts';
import type { CapturePage } from './capture-page.ts';

/** Two frames of a 60 Hz screen: time enough for a script woken by the load event to begin its work. */
const twoFramesMs = 34;
const lookAgainMs = 20;
/** Requests older than this are held open on purpose (long polls, streams). */
const longPollMs = 2_500;
/** How long a document that changes for ever is waited for once its network is quiet. */
const restlessMs = 1_000;

/**
 * Waits for fonts, visible images and, on pages with scripts, for a short quiet time; answers `left` when the page
 * goes elsewhere meanwhile. A page at rest costs one look.
 */
export async function settle(page: CapturePage): Promise<'settled' | 'left'> {
  const { fuse, limits, visits, requests } = page;
  const startedMs = performance.now();
  const elapsed = (): number => performance.now() - startedMs;
  let wasBusy = false;
  while (elapsed() < limits.settleMs) {
    const look = await lookOnce(page);
    if (visits.isLeaving || look === undefined) return 'left';
    const isWaiting = look.isWaiting || hasOpenRequests(page);
    if (!isWaiting && !look.hasScripts) return 'settled';
    wasBusy ||= isWaiting;
    const quietMs = wasBusy ? limits.quietMs : twoFramesMs;
    const networkQuietMs = isWaiting ? 0 : performance.now() - requests.lastActiveMs;
    const isUnchanged = look.unchangedMs >= quietMs || networkQuietMs >= restlessMs;
    if (!isWaiting && isUnchanged && networkQuietMs >= quietMs && elapsed() >= twoFramesMs) {
      return 'settled';
    }
    await fuse.sleep(lookAgainMs);
  }
  return visits.isLeaving ? 'left' : 'settled';
}

/** Undefined when the document went away while being looked at. */
async function lookOnce({ fuse, world }: CapturePage): Promise<Readiness | undefined> {
  try {
    return await fuse.race(world().call(lookAtReadiness));
  } catch {
    if (fuse.fault !== undefined) throw fuse.fault;
    return undefined;
  }
}

function hasOpenRequests({ requests }: CapturePage): boolean {
  const youngestMs = performance.now() - longPollMs;
  return [...requests.pending.values()].some(({ sinceMs }) => sinceMs > youngestMs);
}
