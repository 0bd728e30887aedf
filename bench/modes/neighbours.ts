import { setTimeout as sleep } from 'node:timers/promises';

import { decodePicture } from '../measure/picture.ts';
import { median, quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { createApi, type Api } from '../ours/api.ts';
import { prepareServer } from '../ours/server-process.ts';
import { viewport, type ShotJob } from '../shot.ts';
import { startSite } from '../site/start-site.ts';

const CREDITS = 100_000;
const SLOTS = 16;
const CAPTURES = 50;
const COLOR = '00aa44';
/** The promise: with hostile captures beside it, a capture takes at most this many times as long. */
const TIMES_AT_MOST = 2;
/** Pages that one customer captures again and again: four take all memory, one all processors. */
const HOSTILE_PAGES = ['oom', 'oomworker', 'wasm', 'canvases', 'workerswarm'];
/** Delay of each hostile capture, so that its page runs long enough to do harm. Unit: s. */
const HOSTILE_DELAY_S = 20;
/** Time until every hostile page runs. Unit: ms. */
const UNDER_WAY_MS = 5_000;

/**
 * One customer captures memory bombs and 300 busy workers in a loop; another one takes captures,
 * first alone and then beside them. Prints both and returns the exit code.
 */
export async function besideHostileCaptures(_options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer({ CAPTURE_CONCURRENCY: String(SLOTS) });
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const apiOf = async (name: string): Promise<Api> =>
    createApi(server.origin, (await server.createCustomer(name, CREDITS)).key);
  const [good, hostile] = [await apiOf('good'), await apiOf('hostile')];
  const job: ShotJob = {
    page: 'tiny',
    source: { url: `${site.origin}/color/${COLOR}` },
    isFullPage: false,
  };
  await takeCaptures(good, job);
  const alone = await takeCaptures(good, job);
  const stopping = new AbortController();
  const loops = HOSTILE_PAGES.map((page) => {
    const url = `${site.origin}/hazard/${page}`;
    return repeat({ api: hostile, url, signal: stopping.signal });
  });
  await sleep(UNDER_WAY_MS);
  const beside = await takeCaptures(good, job);
  stopping.abort();
  const hostileCounts = await Promise.all(loops);
  const times = quantile(beside.ms, 0.95) / quantile(alone.ms, 0.95);
  process.stdout.write(
    `alone:  ${lineOf(alone)}\nbeside: ${lineOf(beside)}\n` +
      `hostile captures that ended: ${HOSTILE_PAGES.map((page, index) => `${page} ${hostileCounts[index]}`).join(', ')}\n` +
      `p95 beside is ${times.toFixed(2)} times that alone (at most ${TIMES_AT_MOST})\n`,
  );
  return beside.failures.length === 0 && times <= TIMES_AT_MOST ? 0 : 1;
}

/** Times of the captures that succeeded, and the errors of the others. */
interface Taken {
  readonly ms: readonly number[];
  readonly failures: readonly string[];
}

async function takeCaptures(api: Api, job: ShotJob): Promise<Taken> {
  const ms: number[] = [];
  const failures: string[] = [];
  for (let count = 0; count < CAPTURES; count += 1) {
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
  const pixel = decodePicture(await api.image(requestId)).at(0, 0);
  return Buffer.from(pixel).toString('hex') === COLOR;
}

/** Captures a hostile page again and again; returns how many captures ended, whatever way. */
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
      delay: HOSTILE_DELAY_S,
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
  return `${ms.length} of ${CAPTURES} right, p50 ${median(ms).toFixed(0)} ms, p95 ${quantile(ms, 0.95).toFixed(0)} ms${shown.join('')}`;
}
