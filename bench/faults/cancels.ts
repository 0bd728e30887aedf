import { setTimeout as sleep } from 'node:timers/promises';

import type { Api, CaptureRecord } from '../server/api.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { runSeries } from './series.ts';

const parallelCustomers = 3;
const acceptTimeoutMs = 10_000;
/**
 * The engine probes a page that is slow to load after one second; cancellations happen before and
 * after that.
 */
const latestCancelMs = 2_600;

/**
 * Cancelled captures: pages whose scripts never pause, a server that never responds, pasted HTML.
 */
const sourcesOf = (origin: string): readonly object[] => [
  { url: `${origin}/hazard/busyearly` },
  { url: `${origin}/hazard/busy` },
  { html: '<body style="background:#0a4"><script>for (;;);</script>' },
  { url: `${origin}/hazard/hang` },
  { html: '<body style="background:#0a4"><h1>pasted</h1>', delay: 1 },
];

/**
 * Cancels captures at random moments. In every second round the client waits for its capture in a
 * synchronous request and closes the connection first. Returns the violations.
 */
export function runCancels(
  server: ServerProcess,
  origin: string,
  count: number,
): Promise<string[]> {
  const sources = sourcesOf(origin);
  return runSeries({
    name: 'cancels',
    server,
    origin,
    count,
    workers: parallelCustomers,
    strike: async (api, round) => {
      const source = sources[Math.floor(Math.random() * sources.length)] ?? {};
      const path = 'html' in source ? '/html-to-image' : '/screenshots';
      const afterMs = Math.random() * latestCancelMs;
      if (round % 2 === 1) return cancel(api, await closeEarly(api, path, { source, afterMs }));
      const { body } = await api.post(path, source);
      await sleep(afterMs);
      return cancel(api, String(body['requestId']));
    },
  });
}

/**
 * Closes the connection of a synchronous request, which leaves its capture unchanged; returns the
 * capture's id.
 */
async function closeEarly(
  api: Api,
  path: string,
  { source, afterMs }: { readonly source: object; readonly afterMs: number },
): Promise<string> {
  const before = await api.findNewestId();
  const disconnection = new AbortController();
  const waiting = api.post(path, { ...source, wait: 20 }, disconnection.signal);
  const left = waiting.then(
    () => undefined,
    () => undefined,
  );
  const deadline = performance.now() + acceptTimeoutMs;
  let newest = await api.findNewestId();
  for (; newest === before && performance.now() < deadline; newest = await api.findNewestId());
  await Promise.race([left, sleep(afterMs)]);
  disconnection.abort();
  await left;
  if (newest === undefined || newest === before) throw new Error('a capture was not accepted');
  return newest;
}

/** Cancels a capture and returns its record; a finished capture remains unchanged. */
async function cancel(api: Api, requestId: string): Promise<CaptureRecord> {
  const { status, body } = await api.post(`/screenshots/${requestId}/cancel`, {});
  if (status !== 200 && status !== 409) {
    throw new Error(`cancelling returned ${status} ${String(body['code'])}`);
  }
  return api.finish(requestId);
}
