import { setTimeout as sleep } from 'node:timers/promises';

import type { Measurement } from '../measure/measurement.ts';
import { measureTarget } from '../measure/measurement.ts';
import { watchTree } from '../measure/process-tree.ts';
import { median } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { Api } from '../server/api.ts';
import { createApi } from '../server/api.ts';
import { createMember } from '../server/member.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { prepareServer } from '../server/server-process.ts';
import type { Receiver } from '../receiver/start-receiver.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import type { CaptureJob, Target } from '../target.ts';
import { startSite } from '../site/start-site.ts';

const credits = 1_000_000;
const warmUpCaptures = 10;
const maxSlowdown = 0.05;
const deliveryTimeoutMs = 30_000;

/**
 * Runs the same captures for customers without a webhook and for customers with a webhook for every
 * event, alternating in each round; prints the cost of the webhook and returns the exit code.
 * Source: acceptance 3.10.
 */
export async function withWebhooks(options: BenchOptions): Promise<number> {
  const [concurrency = 4] = options.concurrencies.toReversed();
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const receiver = await startReceiver();
  cleanUp.defer(() => receiver.close());
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const plain = await openTarget({ name: 'without', server, concurrency });
  const hooked = await openTarget({ name: 'webhook', server, concurrency, hookUrl: receiver.url });
  const [page = 'tiny'] = options.pages;
  const job: CaptureJob = { page, source: { url: `${site.origin}/${page}` }, isFullPage: false };
  const tree = watchTree([server.pid()]);
  for (const target of [plain, hooked])
    for (let i = 0; i < warmUpCaptures; i++) await target.capture(job, i % concurrency);
  let hookedCount = warmUpCaptures;
  const measurements: Measurement[] = [];
  for (let round = 0; round < options.rounds; round++) {
    // Each target runs first equally often, because what the first leaves behind is load for the
    // second.
    for (const target of round % 2 === 0 ? [plain, hooked] : [hooked, plain]) {
      const seconds = options.seconds;
      const measurement = await measureTarget({ target, tree, site, job, concurrency, seconds });
      process.stdout.write(`${formatMeasurement(measurement)}\n`);
      if (target === hooked) hookedCount += measurement.taken;
      await waitForDeliveries(receiver, hookedCount);
      measurements.push(measurement);
    }
  }
  return report(measurements, { captured: hookedCount, taken: await receiver.count() });
}

/** One customer per client, each with the webhook if there is one. */
async function openTarget(input: {
  readonly name: string;
  readonly server: ServerProcess;
  readonly concurrency: number;
  readonly hookUrl?: string;
}): Promise<Target> {
  const { name, server, hookUrl } = input;
  const apis: Api[] = [];
  for (let worker = 0; worker < input.concurrency; worker++) {
    const { email, call } = await createMember(server, `${name}-${worker}`);
    await server.admin('credits', 'grant', '--email', email, '--amount', String(credits));
    const { key } = await server.admin('key', 'create', '--email', email, '--name', name);
    if (hookUrl !== undefined) await call('POST', '/webhooks', { name, webhookUrl: hookUrl });
    apis.push(createApi(server.origin, String(key)));
  }
  return {
    name,
    rootPids: [server.pid()],
    capture: async (job, worker) => {
      const api = apis[worker];
      if (api === undefined) throw new Error(`no customer for client ${worker}`);
      return api.capture(job);
    },
    close: async () => undefined,
  };
}

/** Waits for pending deliveries, which would be load for the next round. */
async function waitForDeliveries(receiver: Receiver, count: number): Promise<void> {
  const deadline = performance.now() + deliveryTimeoutMs;
  while ((await receiver.count()) < count && performance.now() < deadline) await sleep(50);
}

function report(
  measurements: readonly Measurement[],
  events: { captured: number; taken: number },
): number {
  const rate = (name: string) =>
    median(
      measurements
        .filter(({ target }) => target === name)
        .map((measurement) => measurement.shotsPerSecond),
    );
  const ratio = rate('webhook') / rate('without');
  const isQuickEnough = ratio >= 1 - maxSlowdown;
  const isComplete = events.taken >= events.captured;
  const errors = measurements.flatMap((measurement) => measurement.errors);
  for (const error of errors.slice(0, 10)) process.stdout.write(`error: ${error}\n`);
  process.stdout.write(
    `with a webhook ${(ratio * 100).toFixed(1)} % of the captures without ` +
      `(at least ${((1 - maxSlowdown) * 100).toFixed(0)} %); ` +
      `${events.taken} of ${events.captured} events arrived, ${errors.length} errors\n`,
  );
  return isQuickEnough && isComplete && errors.length === 0 ? 0 : 1;
}

function formatMeasurement(measurement: Measurement): string {
  const { target, shotsPerSecond, p50Ms, p95Ms, cpuSecondsPerShot, otherCores } = measurement;
  return (
    `${target.padEnd(8)} ${shotsPerSecond.toFixed(2)}/s  p50 ${p50Ms.toFixed(0)} ms  ` +
    `p95 ${p95Ms.toFixed(0)} ms  CPU ${(cpuSecondsPerShot * 1_000).toFixed(0)} ms  other work ${otherCores.toFixed(2)} cores`
  );
}
