import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { Api } from '../ours/api.ts';
import { createApi } from '../ours/api.ts';
import type { ServerProcess } from '../ours/server-process.ts';
import { prepareServer } from '../ours/server-process.ts';
import type { WorkerProcess } from '../ours/worker-process.ts';
import { startWorker } from '../ours/worker-process.ts';
import { startSite } from '../site/start-site.ts';

const KILLS = 10;
const CREDITS = 10_000;
/** Long enough that the kill always hits the middle of a capture. */
const PAGE_DELAY_MS = 4_000;
const STARTED_TIMEOUT_MS = 30_000;
const AGAIN_WITHIN_MS = 15_000;
const POLL_MS = 20;
const MOST_TRIES = 50;

/**
 * Repeatedly kills a worker process in the middle of its capture while another worker runs beside
 * it. Prints the time from each kill to the next attempt's first request to the page; returns the
 * exit code.
 */
export async function measureRecovery(_options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  // The server holds the embedded database; its own worker takes over what the killed one leaves.
  const server = await prepareServer({ CAPTURE_CONCURRENCY: '1' });
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const { key } = await server.createCustomer('recovery', CREDITS);
  const api = createApi(server.origin, key);
  const times: number[] = [];
  let faults = 0;
  for (let n = 0; n < KILLS; n++) {
    const ended = await killOnce({ server, api, siteOrigin: site.origin, name: `kill-${n}` });
    times.push(ended.againMs);
    if (!ended.isComplete) faults += 1;
    process.stdout.write(`kill ${n + 1}: started again after ${ended.againMs.toFixed(0)} ms\n`);
  }
  const [p50, max] = [quantile(times, 0.5), Math.max(...times)];
  process.stdout.write(
    `from kill to the next attempt: p50 ${p50.toFixed(0)} ms, max ${max.toFixed(0)} ms (at most ${AGAIN_WITHIN_MS}); ${faults} captures not complete\n`,
  );
  return faults === 0 && max <= AGAIN_WITHIN_MS ? 0 : 1;
}

interface KillRun {
  readonly server: ServerProcess;
  readonly api: Api;
  readonly siteOrigin: string;
  readonly name: string;
}

async function killOnce({ server, api, siteOrigin, name }: KillRun) {
  const worker = await startWorker(server);
  try {
    const { requestId, visits } = await untilTaken({ worker, api, siteOrigin, name });
    const killedAt = performance.now();
    await worker.kill();
    await untilVisits(visits, 2, 2 * AGAIN_WITHIN_MS);
    const againMs = performance.now() - killedAt;
    const { status, creditsCharged } = await api.finish(requestId);
    return { againMs, isComplete: status === 'COMPLETE' && creditsCharged === 1 };
  } finally {
    await worker.kill();
  }
}

type Visits = () => Promise<number>;

/** Asks for captures until the worker has taken one, rather than the server itself. */
async function untilTaken(input: Omit<KillRun, 'server'> & { readonly worker: WorkerProcess }) {
  const { worker, api, siteOrigin, name } = input;
  for (let n = 0; n < MOST_TRIES; n++) {
    const visit = `${name}-${n}`;
    const url = `${siteOrigin}/color/00aa44?delay=${PAGE_DELAY_MS}&visit=${visit}`;
    const visits: Visits = async () => {
      const answer: unknown = await (await fetch(`${siteOrigin}/visits?of=${visit}`)).json();
      return Number(Object(answer).visits);
    };
    const { requestId } = await api.accept({ page: 'tiny', source: { url }, isFullPage: false });
    await untilVisits(visits, 1, STARTED_TIMEOUT_MS);
    if ((await worker.runningCaptures()) === 1) return { requestId, visits };
    await api.finish(requestId);
  }
  throw new Error(`${name}: the worker takes no captures`);
}

async function untilVisits(visits: Visits, count: number, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while ((await visits()) < count) {
    if (performance.now() > deadline) throw new Error('the page is not asked for');
    await sleep(POLL_MS);
  }
}
