import type { CapturePage } from '../capture-page.ts';
import { extendedLimitMs } from '../clock/clock-failure.ts';
import { scriptTime } from './check-document.ts';

/** Time within which an idle worker responds. Unit: ms. */
const idleResponseMs = 30;
/**
 * Maximum number of waits for busy workers of a page, because some workers are never idle. On an overloaded machine, a
 * wait that ends without a response takes up to three times as long, and counts as often: such workers are often the
 * reason of the load.
 */
const maxWaits = 5;
const deliveryId = 'delivery';

type PageWithWorkers = Pick<
  CapturePage,
  'session' | 'clock' | 'workers' | 'waitLog' | 'requests' | 'progress'
>;

/**
 * Returns true if a worker of the page is running a script, which may send a message, or has sent one that the page
 * has only now received. The image then waits for the worker as for one that has just started, and for what the page
 * does with the message.
 */
export async function hasBusyWorker(page: PageWithWorkers): Promise<boolean> {
  const { workers, waitLog } = page;
  if (workers.size === 0 || waitLog.busyWorkers >= maxWaits) return false;
  // A message may also arrive while the workers are asked.
  const seenScriptS = await scriptTime(page);
  const isBusy = (await waitForBusyWorkers(page)) || (await deliverMessages(page, seenScriptS));
  if (isBusy) waitLog.busyWorkers += 1;
  return isBusy;
}

/**
 * Adds the workers that do not respond to the requests, until they do. Returns true if there are any and they may be
 * waited for.
 */
async function waitForBusyWorkers({
  workers,
  requests,
  progress,
  waitLog,
}: PageWithWorkers): Promise<boolean> {
  const extraWaits = waitLog.askedWorkers.size > 0 ? extendedLimitMs(1) - 1 : 0;
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
  for (const id of busy) requests.addWorker(id, '');
  return true;
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
