import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive, serverParts, watchTree } from '../measure/process-tree.ts';
import { median } from '../measure/statistics.ts';
import { hazards } from '../hazards/hazards.ts';
import { tryHazard, type HazardContext } from '../hazards/try-hazard.ts';
import type { BenchOptions } from '../options.ts';
import { createApi, type Api } from '../server/api.ts';
import { prepareServer } from '../server/server-process.ts';
import { pngSize, type CaptureJob } from '../target.ts';
import { pastedHtml } from '../site/pages.ts';
import { startSite } from '../site/start-site.ts';

/** Customers that capture hazard pages beside the ordinary pages, one page at a time each. */
const hazardCustomers = 4;
/** Beside other captures, a hazard may take this many times as long as alone. */
const patience = 4;
/** Growth between the last two readings that is allowed. */
const maxGrowth = 0.05;
/**
 * Shares of the captures after which an idle server is read. The first reading shows how far memory has
 * grown that the allocator retains up to a limit; only growth after the second counts.
 */
const readingShares = [0.2, 0.6, 1] as const;
const exitTimeoutMs = 5000;
const garbageModule = new URL('../server/collect-garbage.ts', import.meta.url).href;
const garbageOptions = `--expose-gc --import=${garbageModule}`;
/** Browsers that an idle server retains. */
const idleBrowsers = 4;
const capturesBeforeIdle = 20;
/** Time after which it has closed all others. */
const untilIdleMs = 65_000;
/**
 * Figures that may not grow by more than {@link maxGrowth}; the others explain them. The processes of PostgreSQL
 * are its connections and autovacuum workers, whose numbers have limits of their own, and keep up to 1,000 files
 * of the tables that they read open.
 */
const limited = [
  'processes of api and workers',
  'processes of browsers',
  'descriptors of api and workers',
  'descriptors of browsers',
  'MiB of all',
];

/**
 * Takes many screenshots in a row, beside other customers' hazard pages if `hasHazards`, then checks for errors,
 * memory growth and leftovers after shutdown; returns the exit code.
 */
export async function soak({
  soakCaptures,
  concurrencies,
  hasHazards,
}: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer({ NODE_OPTIONS: garbageOptions });
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const tree = watchTree([server.pid()]);
  const credits = 3 * (soakCaptures + readingShares.length * capturesBeforeIdle);
  const contextOf = async (name: string): Promise<HazardContext> => ({
    api: createApi(server.origin, (await server.createCustomer(name, credits)).key),
    tree,
    site: { origin: site.origin, isOwnSite: true },
    saveDir: undefined,
  });
  const ordinary = await contextOf('soak');
  // A customer whose captures are killed for their memory gets fewer slots, so each captures one page at a time.
  const hazardNames = Array.from({ length: hazardCustomers }, (_, index) => `hazards-${index}`);
  const hazardous = await Promise.all(hazardNames.map(contextOf));
  const concurrency = Math.max(...concurrencies);
  const violations: string[] = [];
  const take = async (count: number): Promise<void> => {
    const ended = new AbortController();
    const unexpected = hasHazards ? takeHazards(hazardous, ended.signal) : Promise.resolve([]);
    violations.push(...(await takeOrdinary(ordinary, { count, concurrency })));
    ended.abort();
    violations.push(...(await unexpected));
  };
  const collectGarbage = () => process.kill(server.pid(), 'SIGURG');
  const readings: IdleFigures[] = [];
  let taken = 0;
  for (const share of readingShares) {
    const count = Math.ceil(soakCaptures * share) - taken;
    await take(count);
    taken += count;
    readings.push(await readIdle(ordinary, collectGarbage));
  }
  violations.push(...checkGrowth(readings));
  const pids = tree.pids();
  await server.stop();
  await sleep(exitTimeoutMs);
  violations.push(...pids.filter(isAlive).map((pid) => `process ${pid} is left over`));
  violations.push(...readdirSync(server.tempDir).map((name) => `temporary ${name} is left over`));
  for (const violation of violations.slice(0, 20)) process.stdout.write(`fault: ${violation}\n`);
  process.stdout.write(`${soakCaptures} captures, ${violations.length} faults\n`);
  return violations.length === 0 ? 0 : 1;
}

/** Takes `count` captures of ordinary pages; returns the errors. */
async function takeOrdinary(
  { api, site }: HazardContext,
  { count, concurrency }: { readonly count: number; readonly concurrency: number },
): Promise<string[]> {
  const jobs = soakJobs(site.origin);
  const errors: string[] = [];
  let left = count;
  const runClient = async (): Promise<void> => {
    while (left-- > 0) {
      const job = jobs[left % jobs.length];
      if (job === undefined) return;
      await takeOne(api, job).catch((error: unknown) => errors.push(`capture: ${String(error)}`));
      if (left % 100 === 0) process.stdout.write(`${left} of this part left\n`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runClient));
  return errors;
}

/** Takes one capture; rejects if it does not end with an image. */
async function takeOne(api: Api, job: CaptureJob): Promise<void> {
  const { requestId } = await api.accept(job);
  const { status, code } = await api.finish(requestId);
  if (status !== 'COMPLETE') throw new Error(`${job.page} ${requestId} ${status} ${code}`);
  pngSize(await api.image(requestId));
}

/** Captures hazard pages in turn for all customers until `signal` is aborted; returns the unexpected ends. */
async function takeHazards(
  contexts: readonly HazardContext[],
  signal: AbortSignal,
): Promise<string[]> {
  const unexpected: string[] = [];
  let taken = 0;
  const runClient = async (context: HazardContext): Promise<void> => {
    while (!signal.aborted) {
      const hazard = hazards[taken++ % hazards.length];
      if (hazard === undefined) return;
      const { violations } = await tryHazard(context, hazard, patience);
      unexpected.push(...violations.map((violation) => `${hazard.name}: ${violation}`));
    }
  };
  await Promise.all(contexts.map(runClient));
  process.stdout.write(`${taken} hazards beside them\n`);
  return unexpected;
}

function soakJobs(origin: string): CaptureJob[] {
  const ofUrl = (page: 'tiny' | 'article' | 'app'): CaptureJob => {
    return { page, source: { url: `${origin}/${page}` }, isFullPage: false };
  };
  const pasted: CaptureJob = { page: 'paste', source: { html: pastedHtml() }, isFullPage: false };
  return [ofUrl('tiny'), ofUrl('article'), ofUrl('tiny'), pasted, ofUrl('app')];
}

/** Figures of an idle server by name. */
type IdleFigures = Readonly<Record<string, number>>;

/**
 * Returns the medians of several samples of an idle server. It has taken the same captures before, {@link idleBrowsers}
 * at a time, so that it has as many browsers, and collects its garbage.
 */
async function readIdle(context: HazardContext, collectGarbage: () => void): Promise<IdleFigures> {
  const { tree } = context;
  const load = { count: capturesBeforeIdle, concurrency: idleBrowsers };
  const [error] = await takeOrdinary(context, load);
  if (error !== undefined) throw new Error(error);
  await sleep(untilIdleMs);
  collectGarbage();
  const samples: IdleFigures[] = [];
  for (let i = 0; i < 5; i++) {
    await sleep(1500);
    const parts = serverParts.map((part) => ({ part, ...tree.usageOf(part) }));
    const figures = parts.flatMap(({ part, processes, bytes, descriptors }) => [
      [`processes of ${part}`, processes],
      [`descriptors of ${part}`, descriptors],
      [`MiB of ${part}`, bytes / 2 ** 20],
    ]);
    const all = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20;
    samples.push({ ...Object.fromEntries(figures), 'MiB of all': all });
  }
  const names = Object.keys(samples[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(samples.map((sample) => sample[name] ?? 0))]),
  );
}

/** Prints the readings of every figure; returns those of the whole server that grew too much at last. */
function checkGrowth(readings: readonly IdleFigures[]): string[] {
  const last = readings.at(-1) ?? {};
  const previous = readings.at(-2) ?? {};
  return Object.entries(last).flatMap(([name, to]) => {
    const growth = to / (previous[name] ?? 0) - 1;
    const values = readings.map((reading) => (reading[name] ?? 0).toFixed(0)).join(' → ');
    const text = `${name}: ${values} (at last ${(growth * 100).toFixed(1)} %)`;
    process.stdout.write(`${text}\n`);
    return limited.includes(name) && growth > maxGrowth ? [`growth of ${text}`] : [];
  });
}
