import { setTimeout as sleep } from 'node:timers/promises';

import { decodeImage } from '../measure/decode-image.ts';
import { median, quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { createApi, type Api } from '../server/api.ts';
import { prepareServer } from '../server/server-process.ts';
import { viewport, type CaptureJob } from '../target.ts';
import { startSite } from '../site/start-site.ts';

const credits = 100_000;
const slotCount = 16;
const captureCount = 50;
const expectedColor = '00aa44';
/** The promise: with hostile captures beside it, a capture takes at most this many times as long. */
const maxTimes = 2;
/** Pages that one customer captures again and again: four take all memory, one all processors. */
const hostilePages = ['oom', 'oomworker', 'wasm', 'canvases', 'workerswarm'];
/** Delay of each hostile capture, so that its page runs long enough to do harm. Unit: s. */
const hostileDelayS = 20;
/** Time until every hostile page runs. Unit: ms. */
const startUpMs = 5_000;

/**
 * One customer captures memory bombs and 300 busy workers in a loop; another one takes captures,
 * first alone and then beside them. Prints both and returns the exit code.
 */
export async function besideHostileCaptures(_options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer({ CAPTURE_CONCURRENCY: String(slotCount) });
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const apiOf = async (name: string): Promise<Api> =>
    createApi(server.origin, (await server.createCustomer(name, credits)).key);
  const [good, hostile] = [await apiOf('good'), await apiOf('hostile')];
  const job: CaptureJob = {
    page: 'tiny',
    source: { url: `${site.origin}/color/${expectedColor}` },
    isFullPage: false,
  };
  await takeCaptures(good, job);
  const alone = await takeCaptures(good, job);
  const stopping = new AbortController();
  const loops = hostilePages.map((page) => {
    const url = `${site.origin}/hazard/${page}`;
    return repeat({ api: hostile, url, signal: stopping.signal });
  });
  await sleep(startUpMs);
  const beside = await takeCaptures(good, job);
  stopping.abort();
  const hostileCounts = await Promise.all(loops);
  const times = quantile(beside.ms, 0.95) / quantile(alone.ms, 0.95);
  process.stdout.write(
    `alone:  ${lineOf(alone)}\nbeside: ${lineOf(beside)}\n` +
      `hostile captures that ended: ${hostilePages.map((page, index) => `${page} ${hostileCounts[index]}`).join(', ')}\n` +
      `p95 beside is ${times.toFixed(2)} times that alone (at most ${maxTimes})\n`,
  );
  return beside.failures.length === 0 && times <= maxTimes ? 0 : 1;
}

/** Times of the captures that succeeded, and the errors of the others. */
interface Taken {
  readonly ms: readonly number[];
  readonly failures: readonly string[];
}

async function takeCaptures(api: Api, job: CaptureJob): Promise<Taken> {
  const ms: number[] = [];
  const failures: string[] = [];
  for (let count = 0; count < captureCount; count += 1) {
    const startedMs = performance.now();
    const { requestId } = await api.accept(job);
    const { status, code } = await api.finish(requestId);
    const tookMs = performance.now() - startedMs;
    const isRight = status === 'COMPLETE' && (await hasColor(api, requestId));
    if (isRight) ms.push(tookMs);
    else failures.push(`${requestId} ${status} ${code ?? 'with a wrong image'}`);
  }
  return { ms, failures };
}

async function hasColor(api: Api, requestId: string): Promise<boolean> {
  const pixel = decodeImage(await api.image(requestId)).at(0, 0);
  return Buffer.from(pixel).toString('hex') === expectedColor;
}

/**
 * Captures a hostile page again and again; returns the number of captures that ended in any way.
 */
async function repeat(input: {
  readonly api: Api;
  readonly url: string;
  readonly signal: AbortSignal;
}): Promise<number> {
  const { api, url, signal } = input;
  let ended = 0;
  const size = { width: viewport.widthPx, height: viewport.heightPx };
  while (!signal.aborted) {
    const { status, body } = await api.post('/screenshots', {
      url,
      ...size,
      delay: hostileDelayS,
    });
    if (status >= 300) {
      await sleep(1_000);
      continue;
    }
    const { requestId } = body;
    await Promise.race([api.finish(String(requestId)), aborted(signal)]);
    ended += 1;
  }
  return ended;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function lineOf({ ms, failures }: Taken): string {
  const shown = failures.slice(0, 5).map((failure) => `\n  ${failure}`);
  return `${ms.length} of ${captureCount} right, p50 ${median(ms).toFixed(0)} ms, p95 ${quantile(ms, 0.95).toFixed(0)} ms${shown.join('')}`;
}
