import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { Api } from '../server/api.ts';
import { createApi } from '../server/api.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { prepareServer } from '../server/server-process.ts';
import type { WorkerProcess } from '../server/worker-process.ts';
import { startWorker } from '../server/worker-process.ts';
import { startSite } from '../site/start-site.ts';

const killCount = 10;
const credits = 10_000;
/** Long enough that the kill always hits the middle of a capture. */
const pageDelayMs = 4_000;
const startTimeoutMs = 30_000;
const maxRecoveryMs = 15_000;
const pollIntervalMs = 20;
const maxTries = 50;

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
  const { key } = await server.createCustomer('recovery', credits);
  const api = createApi(server.origin, key);
  const times: number[] = [];
  let violations = 0;
  for (let n = 0; n < killCount; n++) {
    const result = await killOnce({ server, api, siteOrigin: site.origin, name: `kill-${n}` });
    times.push(result.recoveryMs);
    if (!result.isComplete) violations += 1;
    process.stdout.write(`kill ${n + 1}: started again after ${result.recoveryMs.toFixed(0)} ms\n`);
  }
  const [p50, max] = [quantile(times, 0.5), Math.max(...times)];
  process.stdout.write(
    `from kill to the next attempt: p50 ${p50.toFixed(0)} ms, max ${max.toFixed(0)} ms (at most ${maxRecoveryMs}); ${violations} captures not complete\n`,
  );
  return violations === 0 && max <= maxRecoveryMs ? 0 : 1;
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
    const { requestId, countRequests } = await captureOnWorker({ worker, api, siteOrigin, name });
    const killedAt = performance.now();
    await worker.kill();
    await waitForRequests(countRequests, 2, 2 * maxRecoveryMs);
    const recoveryMs = performance.now() - killedAt;
    const { status, creditsCharged } = await api.finish(requestId);
    return { recoveryMs, isComplete: status === 'COMPLETE' && creditsCharged === 1 };
  } finally {
    await worker.kill();
  }
}

type CountRequests = () => Promise<number>;

/** Requests captures until the worker, rather than the server itself, has taken one. */
async function captureOnWorker(
  input: Omit<KillRun, 'server'> & { readonly worker: WorkerProcess },
) {
  const { worker, api, siteOrigin, name } = input;
  for (let n = 0; n < maxTries; n++) {
    const tag = `${name}-${n}`;
    const url = `${siteOrigin}/color/00aa44?delay=${pageDelayMs}&tag=${tag}`;
    const countRequests: CountRequests = async () => {
      const body: unknown = await (await fetch(`${siteOrigin}/requests?tag=${tag}`)).json();
      return Number(Object(body).requests);
    };
    const { requestId } = await api.accept({ page: 'tiny', source: { url }, isFullPage: false });
    await waitForRequests(countRequests, 1, startTimeoutMs);
    if ((await worker.runningCaptures()) === 1) return { requestId, countRequests };
    await api.finish(requestId);
  }
  throw new Error(`${name}: the worker takes no captures`);
}

async function waitForRequests(
  countRequests: CountRequests,
  count: number,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while ((await countRequests()) < count) {
    if (performance.now() > deadline) throw new Error('the page is not requested');
    await sleep(pollIntervalMs);
  }
}
