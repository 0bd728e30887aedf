import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive, watchTree } from '../measure/process-tree.ts';
import type { ProcessTree, TreeMemory } from '../measure/process-tree.ts';
import { median } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { createApi } from '../server/api.ts';
import { prepareServer } from '../server/server-process.ts';
import type { CaptureJob } from '../target.ts';
import { pastedHtml } from '../site/pages.ts';
import { startSite } from '../site/start-site.ts';

const concurrency = 4;
const maxGrowth = 0.1;
const warmUpShare = 0.2;
const exitTimeoutMs = 5000;

/**
 * Takes many screenshots in a row, then checks for errors, memory growth and leftovers after
 * shutdown; returns the exit code.
 */
export async function soak({ soakCaptures }: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const { key } = await server.createCustomer('soak', soakCaptures * 3);
  const api = createApi(server.origin, key);
  const tree = watchTree([server.pid()]);
  const jobs = soakJobs(site.origin);
  const violations: string[] = [];
  const take = async (count: number) => {
    let left = count;
    const runClient = async () => {
      while (left-- > 0) {
        const job = jobs[left % jobs.length];
        if (job === undefined) return;
        await api
          .capture(job)
          .catch((error: unknown) => violations.push(`capture: ${String(error)}`));
        if (left % 100 === 0) process.stdout.write(`${left} of this part left\n`);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, runClient));
  };
  const warmUp = Math.ceil(soakCaptures * warmUpShare);
  await take(warmUp);
  const before = await idleMemory(tree);
  await take(soakCaptures - warmUp);
  const after = await idleMemory(tree);
  violations.push(...checkGrowth(before, after));
  const pids = tree.pids();
  await server.stop();
  await sleep(exitTimeoutMs);
  violations.push(...pids.filter(isAlive).map((pid) => `process ${pid} is left over`));
  violations.push(...readdirSync(server.tempDir).map((name) => `temporary ${name} is left over`));
  for (const violation of violations.slice(0, 20)) process.stdout.write(`fault: ${violation}\n`);
  process.stdout.write(`${soakCaptures} captures, ${violations.length} faults\n`);
  return violations.length === 0 ? 0 : 1;
}

function soakJobs(origin: string): CaptureJob[] {
  const ofUrl = (page: 'tiny' | 'article' | 'app'): CaptureJob => {
    return { page, source: { url: `${origin}/${page}` }, isFullPage: false };
  };
  const pasted: CaptureJob = { page: 'paste', source: { html: pastedHtml() }, isFullPage: false };
  return [ofUrl('tiny'), ofUrl('article'), ofUrl('tiny'), pasted, ofUrl('app')];
}

/** Returns the median of several samples of an idle server. */
async function idleMemory(tree: ProcessTree): Promise<TreeMemory> {
  const samples: TreeMemory[] = [];
  for (let i = 0; i < 5; i++) {
    await sleep(1500);
    samples.push(tree.memory());
  }
  const of = (figure: (memory: TreeMemory) => number) => median(samples.map(figure));
  return {
    processes: of(({ processes }) => processes),
    browserPssBytes: of(({ browserPssBytes }) => browserPssBytes),
    rssBytes: of(({ rssBytes }) => rssBytes),
    descriptors: of(({ descriptors }) => descriptors),
  };
}

function checkGrowth(before: TreeMemory, after: TreeMemory): string[] {
  const figures = ['processes', 'rssBytes', 'descriptors'] as const;
  return figures.flatMap((figure) => {
    const growth = after[figure] / before[figure] - 1;
    const text = `${figure}: ${before[figure]} → ${after[figure]} (${(growth * 100).toFixed(1)} %)`;
    process.stdout.write(`${text}\n`);
    return growth > maxGrowth ? [`growth of ${text}`] : [];
  });
}
