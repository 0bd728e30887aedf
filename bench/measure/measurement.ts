import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { CaptureJob, CaptureResult, Target } from '../target.ts';
import { viewport } from '../target.ts';
import type { FixtureSite } from '../site/start-site.ts';
import type { ProcessTree } from './process-tree.ts';
import { machineCpuSeconds } from './process-tree.ts';
import { quantile } from './statistics.ts';

const sampleIntervalMs = 400;
/** Duration of the load under which memory is read, after the timed part. Unit: ms. */
const memoryMs = 2_000;

/** Parameters of one measurement: a target, a page class, a number of captures in flight. */
export interface MeasurementRequest {
  readonly target: Target;
  readonly tree: ProcessTree;
  readonly site: FixtureSite;
  readonly job: CaptureJob;
  readonly concurrency: number;
  readonly seconds: number;
}

/** Figures of one measurement. */
export interface Measurement {
  readonly target: string;
  readonly page: string;
  readonly concurrency: number;
  /** Captures that returned an image, with those before and after the timed part. */
  readonly taken: number;
  /** Captures that returned an image in the timed part; the other figures are those of this part. */
  readonly shots: number;
  readonly shotsPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly cpuSecondsPerShot: number;
  readonly browserPssMb: number;
  readonly rssMb: number;
  /**
   * Cores used during the measurement by anything other than the target, the site and this driver;
   * see {@link isNoisy}.
   */
  readonly otherCores: number;
  readonly imageBytes: number;
  readonly errors: readonly string[];
}

const noisyCores = 0.2;

/**
 * True if other programs used CPU during the measurement, or the target's processes were replaced.
 */
export function isNoisy({ otherCores }: Measurement): boolean {
  return otherCores > noisyCores;
}

/**
 * Measures for `seconds` while `concurrency` clients take captures, each the next one as soon as the
 * previous one returns. The time starts when every client has taken one and stops with a capture, so
 * that the start of the clients together and their end are not part of it. Memory is read under the
 * same load afterwards, because reading the size of hundreds of processes takes a fifth of a
 * processor.
 */
export async function measureTarget(request: MeasurementRequest): Promise<Measurement> {
  const { target, tree, site, job, concurrency, seconds } = request;
  const clients = startClients(request);
  await clients.started;
  const before = { ...(await cpuNow(request)), at: performance.now() };
  await sleep(seconds * 1000);
  await clients.nextEnd();
  const endedAt = performance.now();
  const after = await cpuNow({ tree, site });
  const timed = clients.taken.filter(({ at }) => at > before.at && at <= endedAt);
  const wallSeconds = (endedAt - before.at) / 1000;
  const cpu = after.tree - before.tree;
  const other = after.machine - before.machine - cpu - (after.aside - before.aside);
  const peak = samplePeaks(tree);
  await sleep(memoryMs);
  await clients.stop();
  const { browserPssBytes, rssBytes } = peak.stop();
  const latenciesMs = timed.map(({ ms }) => ms);
  return {
    target: target.name,
    page: job.page,
    concurrency,
    taken: clients.taken.length,
    shots: timed.length,
    shotsPerSecond: timed.length / wallSeconds,
    p50Ms: quantile(latenciesMs, 0.5),
    p95Ms: quantile(latenciesMs, 0.95),
    cpuSecondsPerShot: cpu / timed.length,
    browserPssMb: browserPssBytes / 2 ** 20,
    rssMb: rssBytes / 2 ** 20,
    otherCores: Math.max(0, other / wallSeconds),
    imageBytes: timed.at(-1)?.bytes ?? 0,
    errors: clients.errors,
  };
}

interface Clients {
  /** Resolves when the first capture of every client has ended. */
  readonly started: Promise<unknown>;
  /** Captures that have returned an image so far; `at` is the time of their end. */
  readonly taken: readonly (CaptureResult & { readonly at: number })[];
  readonly errors: readonly string[];
  /** Resolves when the next capture ends. */
  nextEnd(): Promise<void>;
  /** Takes no more captures. Resolves when those in flight have ended. */
  stop(): Promise<void>;
}

function startClients({ target, job, concurrency }: MeasurementRequest): Clients {
  const taken: (CaptureResult & { at: number })[] = [];
  const errors: string[] = [];
  const ends = new EventEmitter();
  const stopping = new AbortController();
  const take = async (worker: number) => {
    try {
      const result = await target.capture(job, worker);
      const isWrong =
        result.widthPx !== viewport.widthPx ||
        (job.isFullPage ? result.heightPx < 19_000 : result.heightPx !== viewport.heightPx);
      if (isWrong) errors.push(`an image of ${result.widthPx}x${result.heightPx}`);
      taken.push({ ...result, at: performance.now() });
    } catch (error) {
      errors.push(String(error).slice(0, 300));
      await sleep(50);
    }
    ends.emit('end');
  };
  const workers = Array.from({ length: concurrency }, (_, worker) => worker);
  const firsts = workers.map((worker) => take(worker));
  const running = firsts.map(async (first, worker) => {
    await first;
    while (!stopping.signal.aborted) await take(worker);
  });
  return {
    started: Promise.all(firsts),
    taken,
    errors,
    nextEnd: async () => {
      await once(ends, 'end');
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function cpuNow({ tree, site }: Pick<MeasurementRequest, 'tree' | 'site'>) {
  const { user, system } = process.cpuUsage();
  const aside = (user + system) / 1e6 + (await site.cpuSeconds());
  return { tree: tree.cpuSeconds(), machine: machineCpuSeconds(), aside };
}

function samplePeaks(tree: ProcessTree) {
  const peak = { browserPssBytes: 0, rssBytes: 0 };
  const sample = () => {
    const now = tree.memory();
    peak.browserPssBytes = Math.max(peak.browserPssBytes, now.browserPssBytes);
    peak.rssBytes = Math.max(peak.rssBytes, now.rssBytes);
  };
  const timer = setInterval(sample, sampleIntervalMs);
  return {
    stop: () => {
      clearInterval(timer);
      sample();
      return peak;
    },
  };
}
