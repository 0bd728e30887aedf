import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CdpSession } from '../src/browser/browser.ts';
import { launchBrowser, type LaunchedBrowser } from '../src/browser/launch-browser.ts';
import { resolveExecutable } from '../src/browser/resolve-executable.ts';
import { createProgress } from '../src/lib/progress.ts';
import { createFrameClock } from '../src/page/clock/frame-clock.ts';
import { trackRequests } from '../src/page/network/request-tracker.ts';
import { hasBusyWorker } from '../src/page/stability/busy-workers.ts';
import { createWaitLog } from '../src/page/stability/wait-log.ts';

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await launchBrowser({ found: await resolveExecutable(''), sandbox: 'on' });
});
afterAll(() => browser.end());

const now = () => ({ timeMs: 0, changeCount: 0 });

/** Opens a page that counts the messages of its worker, on a clock that stands still. */
async function openPageWithWorker() {
  const html = `<!doctype html><script>
    let received = 0;
    const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(0)'])));
    worker.onmessage = () => { received += 1; };</script>`;
  const { browserContextId } = await browser.cdp.send('Target.createBrowserContext');
  const target = { url: 'about:blank', browserContextId, enableBeginFrameControl: true };
  const { targetId } = await browser.cdp.send('Target.createTarget', target);
  const attach = { targetId, flatten: true };
  const { sessionId } = await browser.cdp.send('Target.attachToTarget', attach);
  const session = browser.session(sessionId);
  const { promise: worker, resolve } = Promise.withResolvers<CdpSession>();
  session.on({ 'Target.attachedToTarget': (event) => resolve(browser.session(event.sessionId)) });
  const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await session.send('Target.setAutoAttach', auto);
  await session.send('Page.navigate', { url: `data:text/html,${encodeURIComponent(html)}` });
  const progress = createProgress();
  const input = { session, mainFrameId: targetId, progress, childFrames: new Map() };
  const clock = createFrameClock({ ...input, hasTasks: () => false });
  const received = async (): Promise<unknown> =>
    (await session.send('Runtime.evaluate', { expression: 'received' })).result.value;
  const requests = trackRequests({
    mainFrameId: targetId,
    changed: () => undefined,
    now,
    elapsedMs: () => 0,
  });
  const page = { ...input, browser, clock, requests, waitLog: createWaitLog() };
  const opened = await worker;
  while ((await received()) !== 1) await clock.advance(1);
  return { page, worker: opened, received };
}

test('no image is taken before a page has received what its worker sent until it was asked', async () => {
  const { page, worker, received } = await openPageWithWorker();
  let isFirst = true;
  const sendsFirst: CdpSession = {
    ...worker,
    async send(...call) {
      if (isFirst) await worker.send('Runtime.evaluate', { expression: 'postMessage(1)' });
      isFirst = false;
      return worker.send(...call);
    },
  };
  const workers = new Map([['worker', sendsFirst]]);
  let waits = 0;
  while (await hasBusyWorker({ ...page, workers })) waits += 1;
  expect(await received()).toBe(2);
  expect(waits).toBeGreaterThan(0);
  expect(page.requests.endedCount).toBe(waits);
});
