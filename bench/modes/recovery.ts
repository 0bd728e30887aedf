import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { Api } from '../ours/api.ts';
import { createApi } from '../ours/api.ts';
import { prepareServer } from '../ours/server-process.ts';
import type { WorkerProcess } from '../ours/worker-process.ts';
import { startWorker } from '../ours/worker-process.ts';
import { startSite } from '../site/start-site.ts';

const KILLS = 10;
const CREDITS = 10_000;
/** Long enough to be in the middle of it for sure. */
const PAGE_DELAY_MS = 2_000;
const STARTED_TIMEOUT_MS = 30_000;
const AGAIN_WITHIN_MS = 15_000;
const POLL_MS = 20;

/**
 * Kills a worker process in the middle of its capture, again and again, while another worker runs beside it. Prints the time
 * from each kill to the next attempt's first request to the page, and gives the exit code.
 */
export async function measureRecovery(_options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer({ ROLES: 'api', CAPTURE_CONCURRENCY: '1' });
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const workers = [await startWorker(server)];
  cleanUp.defer(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
  });
  const { key } = await server.createCustomer('recovery', CREDITS);
  const api = createApi(server.origin, key);
  const times: number[] = [];
  let faults = 0;
  for (let n = 0; n < KILLS; n++) {
    workers.push(await startWorker(server));
    const ended = await killOnce({ workers, api, siteOrigin: site.origin, name: `kill-${n}` });
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
  /** Two run; the one that is killed is taken from the list. */
  readonly workers: WorkerProcess[];
  readonly api: Api;
  readonly siteOrigin: string;
  readonly name: string;
}

async function killOnce({ workers, api, siteOrigin, name }: KillRun) {
  const visits = async (): Promise<number> =>
    Number(Object(await (await fetch(`${siteOrigin}/visits?of=${name}`)).json()).visits);
  const untilVisits = async (count: number, timeoutMs: number): Promise<void> => {
    const deadline = performance.now() + timeoutMs;
    while ((await visits()) < count) {
      if (performance.now() > deadline) throw new Error(`${name}: the page is not asked for`);
      await sleep(POLL_MS);
    }
  };
  const url = `${siteOrigin}/color/00aa44?delay=${PAGE_DELAY_MS}&visit=${name}`;
  const job = { page: 'tiny', source: { url }, isFullPage: false } as const;
  const { requestId } = await api.accept(job);
  await untilVisits(1, STARTED_TIMEOUT_MS);
  const busy = await Promise.all(workers.map((worker) => worker.runningCaptures()));
  const [victim] = workers.splice(busy.indexOf(1), 1);
  const killedAt = performance.now();
  await victim?.kill();
  await untilVisits(2, 2 * AGAIN_WITHIN_MS);
  const againMs = performance.now() - killedAt;
  const { status, creditsCharged } = await api.finish(requestId);
  return { againMs, isComplete: status === 'COMPLETE' && creditsCharged === 1 };
}
