import { setTimeout as sleep } from 'node:timers/promises';

import type { Cell } from '../measure/cell.ts';
import { measureCell } from '../measure/cell.ts';
import { watchTree } from '../measure/process-tree.ts';
import { median } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { Api } from '../ours/api.ts';
import { createApi } from '../ours/api.ts';
import { createMember } from '../ours/member.ts';
import type { ServerProcess } from '../ours/server-process.ts';
import { prepareServer } from '../ours/server-process.ts';
import type { Receiver } from '../receiver/start-receiver.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import type { ShotJob, Target } from '../shot.ts';
import { startSite } from '../site/start-site.ts';

const CREDITS = 1_000_000;
const WARM_UP_SHOTS = 10;
const SLOWDOWN_AT_MOST = 0.05;
const DELIVERED_WITHIN_MS = 30_000;

/**
 * Runs the same captures for customers without a webhook and for customers with a webhook for every
 * event, alternating in each round; prints the cost of the webhook and returns the exit code.
 * Source: issue "Webhooks", acceptance 3.10.
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
  const told = await openTarget({ name: 'webhook', server, concurrency, hookUrl: receiver.url });
  const [page = 'tiny'] = options.pages;
  const job: ShotJob = { page, source: { url: `${site.origin}/${page}` }, isFullPage: false };
  const tree = watchTree([server.pid()]);
  for (const target of [plain, told])
    for (let i = 0; i < WARM_UP_SHOTS; i++) await target.shoot(job, i % concurrency);
  let toldCount = WARM_UP_SHOTS;
  const cells: Cell[] = [];
  for (let round = 0; round < options.rounds; round++) {
    // Each target runs first equally often, because what the first leaves behind is load for the
    // second.
    for (const target of round % 2 === 0 ? [plain, told] : [told, plain]) {
      const seconds = options.seconds;
      const cell = await measureCell({ target, tree, site, job, concurrency, seconds });
      process.stdout.write(`${cellLine(cell)}\n`);
      if (target === told) toldCount += cell.shots;
      await untilTaken(receiver, toldCount);
      cells.push(cell);
    }
  }
  return judge(cells, { captured: toldCount, taken: await receiver.count() });
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
    await server.admin('credits', 'grant', '--email', email, '--amount', String(CREDITS));
    const { key } = await server.admin('key', 'create', '--email', email, '--name', name);
    if (hookUrl !== undefined) await call('POST', '/webhooks', { name, webhookUrl: hookUrl });
    apis.push(createApi(server.origin, String(key)));
  }
  return {
    name,
    rootPids: [server.pid()],
    shoot: async (job, worker) => {
      const api = apis[worker];
      if (api === undefined) throw new Error(`no customer for asker ${worker}`);
      return api.shoot(job);
    },
    close: async () => undefined,
  };
}

/** Waits for pending deliveries, which would be load for the next round. */
async function untilTaken(receiver: Receiver, count: number): Promise<void> {
  const deadline = performance.now() + DELIVERED_WITHIN_MS;
  while ((await receiver.count()) < count && performance.now() < deadline) await sleep(50);
}

function judge(cells: readonly Cell[], events: { captured: number; taken: number }): number {
  const rate = (name: string) =>
    median(cells.filter(({ target }) => target === name).map((cell) => cell.shotsPerSecond));
  const ratio = rate('webhook') / rate('without');
  const isQuickEnough = ratio >= 1 - SLOWDOWN_AT_MOST;
  const isComplete = events.taken >= events.captured;
  const errors = cells.flatMap((cell) => cell.errors);
  for (const error of errors.slice(0, 10)) process.stdout.write(`error: ${error}\n`);
  process.stdout.write(
    `with a webhook ${(ratio * 100).toFixed(1)} % of the captures without ` +
      `(at least ${((1 - SLOWDOWN_AT_MOST) * 100).toFixed(0)} %); ` +
      `${events.taken} of ${events.captured} events arrived, ${errors.length} errors\n`,
  );
  return isQuickEnough && isComplete && errors.length === 0 ? 0 : 1;
}

function cellLine(cell: Cell): string {
  const { target, shotsPerSecond, p50Ms, p95Ms, cpuSecondsPerShot, otherCores } = cell;
  return (
    `${target.padEnd(8)} ${shotsPerSecond.toFixed(2)}/s  p50 ${p50Ms.toFixed(0)} ms  ` +
    `p95 ${p95Ms.toFixed(0)} ms  CPU ${(cpuSecondsPerShot * 1_000).toFixed(0)} ms  other work ${otherCores.toFixed(2)} cores`
  );
}
