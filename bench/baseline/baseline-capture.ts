import { setTimeout as sleep } from 'node:timers/promises';

import type { CaptureResult, CaptureJob } from '../target.ts';
import { pngSize, viewport } from '../target.ts';
import type { BaselineBrowser, Fields } from './baseline-browser.ts';

const captureTimeoutMs = 30_000;

/**
 * Creates the cheapest known isolated capture: a new context per capture, a target created with the
 * URL and paused until the metrics are set, the load event, one image encoded for speed, the
 * context disposed of.
 */
export function createBaselineCapture(
  browser: BaselineBrowser,
): (job: CaptureJob) => Promise<CaptureResult> {
  const sessions = createSessions(browser);
  return async (job) => {
    const startedAt = performance.now();
    const { browserContextId } = await browser.send('Target.createBrowserContext', {});
    try {
      const sessionId = await sessions.open(urlOf(job), browserContextId);
      const png = await withTimeout(takeScreenshot(browser, sessionId, job));
      await browser.send('Target.disposeBrowserContext', { browserContextId });
      return { ms: performance.now() - startedAt, bytes: png.length, ...pngSize(png) };
    } catch (error) {
      await browser.send('Target.disposeBrowserContext', { browserContextId });
      throw error;
    }
  };
}

function urlOf({ source }: CaptureJob): string {
  if ('url' in source) return source.url;
  return `data:text/html;charset=utf-8,${encodeURIComponent(source.html)}`;
}

/** Pairs each created target with its attached session, in whichever order the two are reported. */
function createSessions(browser: BaselineBrowser) {
  const attached = new Map<string, string>();
  const waiting = new Map<string, (sessionId: string) => void>();
  browser.listen('', (method, params) => {
    if (method !== 'Target.attachedToTarget') return;
    const targetId = String(Object(params.targetInfo).targetId);
    const sessionId = String(params.sessionId);
    const resolve = waiting.get(targetId);
    waiting.delete(targetId);
    if (resolve === undefined) attached.set(targetId, sessionId);
    else resolve(sessionId);
  });
  return {
    open: async (url: string, browserContextId: unknown): Promise<string> => {
      const size = { width: viewport.widthPx, height: viewport.heightPx };
      const made = await browser.send('Target.createTarget', { url, browserContextId, ...size });
      const targetId = String(made.targetId);
      const sessionId = attached.get(targetId);
      attached.delete(targetId);
      return sessionId ?? new Promise((resolve) => waiting.set(targetId, resolve));
    },
  };
}

async function takeScreenshot(
  browser: BaselineBrowser,
  sessionId: string,
  job: CaptureJob,
): Promise<Buffer> {
  const send = (method: string, params?: Fields) => browser.send(method, params, sessionId);
  const setHeight = (height: number) =>
    send('Emulation.setDeviceMetricsOverride', {
      width: viewport.widthPx,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  const loaded = Promise.withResolvers<void>();
  const stopListening = browser.listen(sessionId, (method) => {
    if (method === 'Page.loadEventFired') loaded.resolve();
    if (method === 'Inspector.targetCrashed') loaded.reject(new Error('the page crashed'));
  });
  try {
    const prepared = [send('Page.enable'), setHeight(viewport.heightPx)];
    await Promise.all([...prepared, send('Runtime.runIfWaitingForDebugger')]);
    await loaded.promise;
    if (job.page === 'app' || job.page === 'web') await waitForReadyMark(send);
    if (job.isFullPage) await growToFullHeight(send, setHeight);
    const params = { format: 'png', optimizeForSpeed: true };
    return Buffer.from(String((await send('Page.captureScreenshot', params)).data), 'base64');
  } finally {
    stopListening();
  }
}

type Send = (method: string, params?: Fields) => Promise<Fields>;

async function waitForReadyMark(send: Send): Promise<void> {
  const expression = "document.documentElement.dataset.ready === '1'";
  for (;;) {
    const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
    if (Object(result).value === true) return;
    await sleep(5);
  }
}

async function growToFullHeight(send: Send, setHeight: (height: number) => Promise<Fields>) {
  const { cssContentSize } = await send('Page.getLayoutMetrics');
  await setHeight(Math.ceil(Number(Object(cssContentSize).height)));
  const expression =
    'Promise.all([...document.images].map((image) => image.complete || new Promise((done) => { image.onload = image.onerror = done; })))';
  await send('Runtime.evaluate', { expression, awaitPromise: true });
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timeout = sleep(captureTimeoutMs, undefined, { signal: deadline.signal }).then(() => {
    throw new Error('the capture timed out');
  });
  timeout.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    deadline.abort();
  }
}
