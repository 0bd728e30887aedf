import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { Api } from '../server/api.ts';
import { createApi } from '../server/api.ts';
import { createMember } from '../server/member.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { prepareServer } from '../server/server-process.ts';
import type { HostileReceivers } from '../receiver/start-hostile.ts';
import { startHostileReceivers } from '../receiver/start-hostile.ts';
import type { CaptureJob } from '../target.ts';

const credits = 1_000_000;
const hostileCustomers = 10;
const receiversPerCustomer = 20;
/**
 * Captures of each hostile organisation before the well-behaved one starts: a backlog built up over
 * a while.
 */
const backlogPerAccount = 2;
const goodIntervalMs = 1_000;
const hostileIntervalMs = 1_500;
const maxP95Ms = 2_000;
const deliveryTimeoutMs = 180_000;

const job: CaptureJob = { page: 'tiny', source: { html: '<p>webhook</p>' }, isFullPage: false };

/**
 * Runs ten organisations with twenty receivers each that never respond, and one organisation with a
 * receiver that does; prints the latency of the latter's events and returns the exit code.
 */
export async function withHostileWebhooks(options: BenchOptions): Promise<number> {
  const seconds = Math.max(options.seconds, 30);
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startHostileReceivers(receiversPerCustomer);
  cleanUp.defer(() => receivers.close());
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const good = await createOrganisation(server, { name: 'good', urls: [receivers.goodUrl] });
  const hostile: Api[] = [];
  for (let account = 0; account < hostileCustomers; account++) {
    const { hostileUrls: urls } = receivers;
    hostile.push(await createOrganisation(server, { name: `hostile-${account}`, urls }));
  }
  await good.capture(job);
  for (let round = 0; round < backlogPerAccount; round++)
    for (const api of hostile) await api.accept(job);
  const done = new AbortController();
  const flooded = flood(hostile, done.signal);
  let captured = 1;
  for (const endsAt = performance.now() + seconds * 1_000; performance.now() < endsAt;) {
    await good.accept(job);
    captured += 1;
    await sleep(goodIntervalMs);
  }
  await waitForArrivals(receivers, captured);
  done.abort();
  await flooded;
  return report(captured, await receivers.arrivals());
}

async function createOrganisation(
  server: ServerProcess,
  { name, urls }: { readonly name: string; readonly urls: readonly string[] },
): Promise<Api> {
  const { email, call } = await createMember(server, name);
  await server.admin('credits', 'grant', '--email', email, '--amount', String(credits));
  const { key } = await server.admin('key', 'create', '--email', email, '--name', name);
  for (const [index, webhookUrl] of urls.entries())
    await call('POST', '/webhooks', { name: `${name}-${index}`, webhookUrl });
  return createApi(server.origin, String(key));
}

/** Captures for the hostile organisations, one after the other. */
async function flood(apis: readonly Api[], signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    await apis[turn % apis.length]?.accept(job);
    await sleep(hostileIntervalMs);
  }
}

async function waitForArrivals(receivers: HostileReceivers, count: number): Promise<void> {
  const deadline = performance.now() + deliveryTimeoutMs;
  while ((await receivers.arrivals()).latenessMs.length < count && performance.now() < deadline)
    await sleep(100);
}

function report(
  captured: number,
  { latenessMs, hostileRequests }: Awaited<ReturnType<HostileReceivers['arrivals']>>,
): number {
  const p95Ms = quantile(latenessMs, 0.95);
  const figures = [quantile(latenessMs, 0.5), p95Ms, Math.max(...latenessMs)];
  const [p50, p95, max] = figures.map((ms) => `${(ms / 1_000).toFixed(2)} s`);
  process.stdout.write(
    `${latenessMs.length} of ${captured} events arrived at the good receiver, late by p50 ${p50}  p95 ${p95}  max ${max} ` +
      `(p95 at most ${maxP95Ms / 1_000} s); ${hostileRequests} requests without a response\n`,
  );
  return p95Ms <= maxP95Ms && latenessMs.length >= captured ? 0 : 1;
}
