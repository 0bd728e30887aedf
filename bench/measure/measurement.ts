import { setTimeout as sleep } from 'node:timers/promises';

import type { CaptureJob, Target } from '../target.ts';
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
 * Runs `concurrency` clients for `seconds`; each starts its next capture as soon as the previous one
 * returns. Memory is read under the same load afterwards, because reading the size of hundreds of
 * processes takes a fifth of a processor.
 */
export async function measureTarget(request: MeasurementRequest): Promise<Measurement> {
  const { target, tree, site, job, concurrency, seconds } = request;
  const before = { ...(await cpuNow(request)), at: performance.now() };
  const { latenciesMs, errors, imageBytes } = await runClients(request, seconds * 1000);
  const wallSeconds = (performance.now() - before.at) / 1000;
  const after = await cpuNow({ tree, site });
  const cpu = after.tree - before.tree;
  const other = after.machine - before.machine - cpu - (after.aside - before.aside);
  const peak = samplePeaks(tree);
  const later = await runClients(request, memoryMs);
  const { browserPssBytes, rssBytes } = peak.stop();
  return {
    target: target.name,
    page: job.page,
    concurrency,
    shots: latenciesMs.length,
    shotsPerSecond: latenciesMs.length / wallSeconds,
    p50Ms: quantile(latenciesMs, 0.5),
    p95Ms: quantile(latenciesMs, 0.95),
    cpuSecondsPerShot: cpu / latenciesMs.length,
    browserPssMb: browserPssBytes / 2 ** 20,
    rssMb: rssBytes / 2 ** 20,
    otherCores: Math.max(0, other / wallSeconds),
    imageBytes,
    errors: [...errors, ...later.errors],
  };
}

/** Runs the clients for a time; returns what their captures took, and their errors. */
async function runClients(
  { target, job, concurrency }: MeasurementRequest,
  durationMs: number,
): Promise<Pick<Measurement, 'imageBytes'> & { latenciesMs: number[]; errors: string[] }> {
  const latenciesMs: number[] = [];
  const errors: string[] = [];
  let imageBytes = 0;
  const end = performance.now() + durationMs;
  const runClient = async (worker: number) => {
    while (performance.now() < end) {
      try {
        const result = await target.capture(job, worker);
        const isWrong =
          result.widthPx !== viewport.widthPx ||
          (job.isFullPage ? result.heightPx < 19_000 : result.heightPx !== viewport.heightPx);
        if (isWrong) errors.push(`an image of ${result.widthPx}x${result.heightPx}`);
        latenciesMs.push(result.ms);
        imageBytes = result.bytes;
      } catch (error) {
        errors.push(String(error).slice(0, 300));
        await sleep(50);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => runClient(worker)));
  return { latenciesMs, errors, imageBytes };
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
