import type { CapturePage } from '../capture-page.ts';

/** Time within which a worker that runs no script answers. Unit: ms. */
const idleAnswerMs = 30;
/** Times that a page is waited for because of its busy workers, some of which never rest. */
const maxBusyWorkers = 5;

/**
 * Returns true if a worker of the page runs a script, which its next message may come from. The image waits for it
 * as for a worker that has just started.
 */
export async function hasBusyWorker(page: CapturePage): Promise<boolean> {
  const { workers, waitLog, requests, progress } = page;
  if (workers.size === 0 || waitLog.busyWorkers >= maxBusyWorkers) return false;
  const busy = new Set<string>();
  const answers = [...workers].map(async ([sessionId, session]) => {
    const id = `busy ${sessionId}`;
    busy.add(id);
    // A worker that has ended runs nothing.
    await session.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined);
    busy.delete(id);
    requests.finish(id);
  });
  await progress.race(Promise.race([Promise.all(answers), progress.sleep(idleAnswerMs)]));
  for (const id of busy) requests.addWorker(id, '');
  if (busy.size > 0) waitLog.busyWorkers += 1;
  return busy.size > 0;
}
