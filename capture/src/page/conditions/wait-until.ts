import type { CapturePage } from '../capture-page.ts';
import { checkOnce } from '../stability/check-document.ts';
import { awaitNetworkIdle } from './network-idle.ts';

/** Time without requests from which the network counts as idle. Unit: ms. */
const idleMs = 500;
/** Frames that show what the document contains, and the time between them. */
const frames = 2;
const frameMs = 17;

/**
 * Renders a document that has reached the moment, and waits for nothing else. Returns `left` if the
 * page navigates meanwhile.
 */
export async function showAtMoment(
  page: CapturePage,
  { isNew }: { readonly isNew: boolean },
): Promise<'settled' | 'left'> {
  const { clock, limits, navigations, interception, requests, spec, waitLog } = page;
  clock.start();
  if (isNew && spec.waitUntil === 'network_idle') {
    await awaitNetworkIdle(page, {
      option: 'wait_until',
      idleMs,
      timeoutMs: limits.stabilityTimeoutMs,
    });
  }
  const readiness = await checkOnce(page, 'visible');
  if (readiness === undefined) return 'left';
  navigations.recordMetrics(readiness);
  for (let frame = 0; frame < frames; frame += 1) await clock.advance(frameMs);
  waitLog.noteUnderWay(requests.underWay());
  return navigations.isNavigating && !interception.isNavigationBlocked ? 'left' : 'settled';
}
