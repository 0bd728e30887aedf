import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive, watchTree } from '../measure/process-tree.ts';
import type { ProcessTree, TreeMemory } from '../measure/process-tree.ts';
import { median } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { createApi } from '../ours/api.ts';
import { prepareServer } from '../ours/server-process.ts';
import type { ShotJob } from '../shot.ts';
import { pastedHtml } from '../site/pages.ts';
import { startSite } from '../site/start-site.ts';

const CONCURRENCY = 4;
const MAX_GROWTH = 0.1;
const WARM_UP_SHARE = 0.2;
const ALL_GONE_AFTER_MS = 5000;

/**
 * Takes many screenshots in a row, then checks for errors, memory growth and leftovers after
 * shutdown; returns the exit code.
 */
export async function soak({ soakShots }: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const { key } = await server.createCustomer('soak', soakShots * 3);
  const api = createApi(server.origin, key);
  const tree = watchTree([server.pid()]);
  const jobs = soakJobs(site.origin);
  const faults: string[] = [];
  const take = async (count: number) => {
    let left = count;
    const ask = async () => {
      while (left-- > 0) {
        const job = jobs[left % jobs.length];
        if (job === undefined) return;
        await api.shoot(job).catch((error: unknown) => faults.push(`capture: ${String(error)}`));
        if (left % 100 === 0) process.stdout.write(`${left} of this part left\n`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, ask));
  };
  const warmUp = Math.ceil(soakShots * WARM_UP_SHARE);
  await take(warmUp);
  const before = await settledMemory(tree);
  await take(soakShots - warmUp);
  const after = await settledMemory(tree);
  faults.push(...growthFaults(before, after));
  const pids = tree.pids();
  await server.stop();
  await sleep(ALL_GONE_AFTER_MS);
  faults.push(...pids.filter(isAlive).map((pid) => `process ${pid} is left over`));
  faults.push(...readdirSync(server.tempDir).map((name) => `temporary ${name} is left over`));
  for (const fault of faults.slice(0, 20)) process.stdout.write(`fault: ${fault}\n`);
  process.stdout.write(`${soakShots} captures, ${faults.length} faults\n`);
  return faults.length === 0 ? 0 : 1;
}

function soakJobs(origin: string): ShotJob[] {
  const ofUrl = (page: 'tiny' | 'article' | 'app'): ShotJob => {
    return { page, source: { url: `${origin}/${page}` }, isFullPage: false };
  };
  const pasted: ShotJob = { page: 'paste', source: { html: pastedHtml() }, isFullPage: false };
  return [ofUrl('tiny'), ofUrl('article'), ofUrl('tiny'), pasted, ofUrl('app')];
}

/** Returns the median of several samples of an idle server. */
async function settledMemory(tree: ProcessTree): Promise<TreeMemory> {
  const looks: TreeMemory[] = [];
  for (let i = 0; i < 5; i++) {
    await sleep(1500);
    looks.push(tree.memory());
  }
  const of = (figure: (memory: TreeMemory) => number) => median(looks.map(figure));
  return {
    processes: of(({ processes }) => processes),
    browserPssBytes: of(({ browserPssBytes }) => browserPssBytes),
    rssBytes: of(({ rssBytes }) => rssBytes),
    descriptors: of(({ descriptors }) => descriptors),
  };
}

function growthFaults(before: TreeMemory, after: TreeMemory): string[] {
  const figures = ['processes', 'rssBytes', 'descriptors'] as const;
  return figures.flatMap((figure) => {
    const growth = after[figure] / before[figure] - 1;
    const text = `${figure}: ${before[figure]} → ${after[figure]} (${(growth * 100).toFixed(1)} %)`;
    process.stdout.write(`${text}\n`);
    return growth > MAX_GROWTH ? [`growth of ${text}`] : [];
  });
}
