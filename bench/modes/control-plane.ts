import { setTimeout as sleep } from 'node:timers/promises';

import { watchTree } from '../measure/process-tree.ts';
import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { Receiver } from '../receiver/start-receiver.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import type { Api } from '../server/api.ts';
import { createApi } from '../server/api.ts';
import { createMember } from '../server/member.ts';
import { startDatabase } from '../server/database-process.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { prepareServer } from '../server/server-process.ts';
import type { RoleProcess } from '../server/worker-process.ts';
import { startRole } from '../server/worker-process.ts';
import type { CaptureJob } from '../target.ts';

const customers = 8;
const credits = 10_000_000;
const warmUpCaptures = 200;
/** Captures per second that one API process and one worker process reach at least. */
const target = 150;
const drainTimeoutMs = 300_000;
/** Time within which an idle connection of PostgreSQL reports what it did. */
const figuresDelayMs = 2_000;

const job: CaptureJob = { page: 'tiny', source: { html: '<p>capture</p>' }, isFullPage: false };

/** Roles of the server's own process and of the processes beside it. */
const layouts = [
  { id: 'one', name: 'one process', own: 'api,worker', beside: [] },
  { id: 'two', name: '1 API, 1 worker', own: 'api', beside: ['worker'] },
  { id: 'four', name: '2 API, 2 workers', own: 'api', beside: ['worker', 'api', 'worker'] },
] as const;
type Layout = (typeof layouts)[number];

/**
 * Measures the way of a capture from its acceptance to its webhook, with servers whose captures take
 * no time; returns the exit code. All processes, the database, the clients and the receiver share
 * this machine.
 */
export async function measureControlPlane(options: BenchOptions): Promise<number> {
  let isFastEnough = true;
  const isWanted = ({ id }: Layout) => options.only.length === 0 || options.only.includes(id);
  for (const layout of layouts.filter(isWanted)) {
    const rate = await measureLayout(layout, options);
    if (layout.beside.length === 1) isFastEnough = rate >= target;
  }
  return isFastEnough ? 0 : 1;
}

async function measureLayout(layout: Layout, options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const receiver = await startReceiver();
  cleanUp.defer(() => receiver.close());
  const database = await startDatabase();
  cleanUp.defer(() => database.stop());
  const server = await prepareServer(
    { ROLES: layout.own, RATE_LIMIT_KEY: '0', DATABASE_URL: database.url },
    'server/test/stored-image-process.ts',
  );
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const beside: RoleProcess[] = [];
  for (const role of layout.beside) {
    const process = await startRole(server, role);
    cleanUp.defer(() => process.kill());
    beside.push(process);
  }
  const origins = [
    server.origin,
    ...beside.flatMap(({ origin }, n) => (layout.beside[n] === 'api' ? [origin] : [])),
  ];
  const apis = await createClients(server, { origins, hookUrl: receiver.url });
  await accept(apis, { isDone: (n) => n >= warmUpCaptures, clients: customers });
  await waitForDeliveries(receiver, warmUpCaptures);
  await sleep(figuresDelayMs);
  const before = await server.databaseFigures();
  const cpuMs = meterCpu([
    { name: layout.own, pid: server.pid() },
    ...beside.map(({ pid }, n) => ({ name: layout.beside[n] ?? '', pid })),
    { name: 'PostgreSQL', pid: database.pid },
    { name: 'receiver', pid: receiver.pid },
  ]);
  const startedAt = performance.now();
  const endsAt = startedAt + options.seconds * 1_000;
  const [clients = 32] = options.concurrencies.toReversed();
  const accepted = await accept(apis, { isDone: () => performance.now() > endsAt, clients });
  const acceptedMs = performance.now() - startedAt;
  await waitForDeliveries(receiver, warmUpCaptures + accepted.length);
  const totalMs = performance.now() - startedAt;
  const each = (total: number) => total / accepted.length;
  const cpu = cpuMs().map(({ name, ms }) => ({ name, ms: each(ms) }));
  await sleep(figuresDelayMs);
  const after = await server.databaseFigures();
  const perSecond = (ms: number) => (accepted.length / ms) * 1_000;
  const line = [
    layout.name.padEnd(17),
    `${perSecond(totalMs).toFixed(0)}/s end to end`,
    `accepted ${perSecond(acceptedMs).toFixed(0)}/s, p50 ${quantile(accepted, 0.5).toFixed(1)} ms, p95 ${quantile(accepted, 0.95).toFixed(1)} ms`,
    describeCpu('CPU', cpu.slice(0, -2)),
    describeCpu('measuring', cpu.slice(-2)),
    `${each(after.transactions - before.transactions).toFixed(1)} transactions`,
    `${each(after.rowsWritten - before.rowsWritten).toFixed(1)} rows`,
    `${(each(after.walBytes - before.walBytes) / 1_024).toFixed(1)} KiB WAL per capture`,
  ];
  process.stdout.write(`${line.join(' · ')}\n`);
  return perSecond(totalMs);
}

interface CpuTime {
  readonly name: string;
  readonly ms: number;
}

/**
 * Counts the CPU time of process trees from now on, and last that of this process, which runs the
 * clients.
 */
function meterCpu(
  roots: readonly { readonly name: string; readonly pid: number }[],
): () => readonly CpuTime[] {
  const trees = roots.map(({ name, pid }) => ({ name, tree: watchTree([pid]) }));
  const before = trees.map(({ tree }) => tree.cpuSeconds());
  const ownBefore = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(ownBefore);
    return [
      ...trees.map(({ name, tree }, n) => ({
        name,
        ms: (tree.cpuSeconds() - (before[n] ?? 0)) * 1_000,
      })),
      { name: 'clients', ms: (user + system) / 1_000 },
    ];
  };
}

function describeCpu(title: string, times: readonly CpuTime[]): string {
  const each = times.map(({ name, ms }) => `${name} ${ms.toFixed(2)}`).join(', ');
  return `${title} ${sum(times.map(({ ms }) => ms)).toFixed(2)} ms (${each})`;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Creates customers with a webhook, and returns a client of each, in turn at each of the servers. */
async function createClients(
  server: ServerProcess,
  { origins, hookUrl }: { readonly origins: readonly string[]; readonly hookUrl: string },
): Promise<readonly Api[]> {
  const apis: Api[] = [];
  for (let n = 0; n < customers; n++) {
    const name = `customer-${n}`;
    const { email, call } = await createMember(server, name);
    await server.admin('credits', 'grant', '--email', email, '--amount', String(credits));
    const { key } = await server.admin('key', 'create', '--email', email, '--name', name);
    await call('POST', '/webhooks', { name, webhookUrl: hookUrl });
    apis.push(createApi(origins[n % origins.length] ?? server.origin, String(key)));
  }
  return apis;
}

/** Sends captures until `isDone`, and returns the response times. Unit: ms. */
async function accept(
  apis: readonly Api[],
  { isDone, clients }: { readonly isDone: (sent: number) => boolean; readonly clients: number },
): Promise<readonly number[]> {
  const times: number[] = [];
  let sent = 0;
  const run = async (api: Api) => {
    while (!isDone(sent)) {
      sent += 1;
      times.push((await api.accept(job)).ms);
    }
  };
  const ofClients = Array.from({ length: clients }, (_, client) => apis[client % apis.length]);
  await Promise.all(ofClients.map(async (api) => api && run(api)));
  return times;
}

async function waitForDeliveries(receiver: Receiver, count: number): Promise<void> {
  const deadline = performance.now() + drainTimeoutMs;
  for (;;) {
    const delivered = await receiver.count();
    if (delivered >= count) return;
    if (performance.now() > deadline) throw new Error(`${delivered} of ${count} were delivered`);
    await sleep(20);
  }
}
