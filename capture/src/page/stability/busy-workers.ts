import type { CapturePage } from '../capture-page.ts';

/** Time within which an idle worker responds. Unit: ms. */
const idleResponseMs = 30;
/** Maximum number of waits for busy workers of a page, because some workers are never idle. */
const maxWaits = 5;

/**
 * Returns true if a worker of the page is running a script, which may send a message. The image then waits for the
 * worker as for one that has just started.
 */
export async function hasBusyWorker(page: CapturePage): Promise<boolean> {
  const { workers, waitLog, requests, progress } = page;
  if (workers.size === 0 || waitLog.busyWorkers >= maxWaits) return false;
  const busy = new Set<string>();
  const responses = [...workers].map(async ([sessionId, session]) => {
    const id = `busy ${sessionId}`;
    busy.add(id);
    // A worker that has ended is not busy.
    await session.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined);
    busy.delete(id);
    requests.finish(id);
  });
  await progress.race(Promise.race([Promise.all(responses), progress.sleep(idleResponseMs)]));
  for (const id of busy) requests.addWorker(id, '');
  if (busy.size > 0) waitLog.busyWorkers += 1;
  return busy.size > 0;
}
