import { sessionCpuSeconds } from '../../browser/pool/process-memory.ts';
import type { CapturePage } from '../capture-page.ts';
import { extendedLimitMs } from '../clock/clock-failure.ts';
import { scriptTime } from './check-document.ts';

/** Time within which an idle worker responds. Unit: ms. */
const idleResponseMs = 30;
/** Maximum number of waits for busy workers of a page, because some workers are never idle. */
const maxWaits = 5;
/** CPU time that one endless worker takes within a wait on an idle machine. */
const waitCpuSeconds = 2.2;
const deliveryId = 'delivery';

type PageWithWorkers = Pick<
  CapturePage,
  'browser' | 'session' | 'clock' | 'workers' | 'waitLog' | 'requests' | 'progress'
>;

/**
 * Returns true if a worker of the page is running a script, which may send a message, or has sent one that the page
 * has only now received. The image then waits for the worker as for one that has just started, and for what the page
 * does with the message.
 */
export async function hasBusyWorker(page: PageWithWorkers): Promise<boolean> {
  const { workers, waitLog } = page;
  const { isReplyExpected } = waitLog;
  const mayWait = waitLog.busyWorkers < maxWaits;
  if (workers.size === 0 || !(mayWait || isReplyExpected)) return false;
  // A message may also arrive while the workers are asked.
  const seenScriptS = await scriptTime(page);
  waitLog.isReplyExpected = mayWait && (await waitForBusyWorkers(page));
  const isBusy = waitLog.isReplyExpected || (await deliverMessages(page, seenScriptS));
  // The reply of a worker that was waited for belongs to that wait.
  if (isBusy && (waitLog.isReplyExpected || !isReplyExpected)) waitLog.busyWorkers += 1;
  return isBusy;
}

/**
 * Adds the workers that do not respond to the requests, until they do. Returns true if there are any and they may be
 * waited for.
 */
async function waitForBusyWorkers({
  browser,
  workers,
  requests,
  progress,
  waitLog,
}: PageWithWorkers): Promise<boolean> {
  const isSilent = waitLog.askedWorkers.size > 0;
  const usedSeconds = isSilent ? sessionCpuSeconds(browser.pid) - waitLog.askedAtCpuSeconds : 0;
  const extraWaits = extraWaitsOf(usedSeconds);
  waitLog.busyWorkers += extraWaits;
  const busy = new Set<string>();
  const responses = [...workers].map(async ([sessionId, session]) => {
    const id = `busy ${sessionId}`;
    busy.add(id);
    // A worker that has ended is not busy.
    await session.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined);
    busy.delete(id);
    requests.finish(id);
  });
  const late = progress.sleep(extendedLimitMs(idleResponseMs));
  await progress.race(Promise.race([Promise.all(responses), late]));
  waitLog.askedWorkers = busy;
  if (busy.size === 0 || waitLog.busyWorkers + extraWaits >= maxWaits) return false;
  waitLog.askedAtCpuSeconds = sessionCpuSeconds(browser.pid);
  for (const id of busy) requests.addWorker(id, '');
  return true;
}

/**
 * Returns for how many more a wait without a response counts. On an overloaded machine, it takes up to three times as
 * long; if its own browser has used that CPU time, the workers are the reason of the load.
 */
function extraWaitsOf(usedCpuSeconds: number): number {
  return Math.max(0, Math.min(usedCpuSeconds / waitCpuSeconds, extendedLimitMs(1)) - 1);
}

/**
 * Delivers the messages that workers sent before they responded. Returns true if the page's scripts have run since
 * `seenScriptS`. While the clock of a page stands still, it may receive none, and a worker that computes on that
 * clock finishes its work when the last steps of the wait have passed.
 */
async function deliverMessages(page: PageWithWorkers, seenScriptS: number): Promise<boolean> {
  const { clock, requests } = page;
  if (clock.kind !== 'virtual') return false;
  await clock.takeTurn();
  if ((await scriptTime(page)) === seenScriptS) return false;
  // Its end gives the page the time that it gets after a response.
  requests.addWorker(deliveryId, '');
  requests.finish(deliveryId);
  return true;
}
