import { appendFileSync } from 'node:fs';

import { startBaseline } from '../baseline/start-baseline.ts';
import type { Measurement } from '../measure/measurement.ts';
import { isNoisy, measureTarget } from '../measure/measurement.ts';
import { watchTree } from '../measure/process-tree.ts';
import type { BenchOptions } from '../options.ts';
import { browserlessName, createBrowserless } from '../peers/browserless.ts';
import { startServer } from '../server/start-server.ts';
import { evaluateTargets, withSingleCapture } from '../report/targets.ts';
import { formatMeasurement, compareMeasurements } from '../report/ratios.ts';
import type { PageClass, CaptureJob, Target } from '../target.ts';
import { pastedHtml } from '../site/pages.ts';
import type { FixtureSite } from '../site/start-site.ts';
import { startSite } from '../site/start-site.ts';
import { measureQueue } from './queue-latency.ts';

/** Time to the first byte of a page that is as far away as the web is. Unit: ms. */
const webFirstByteMs = 250;

/**
 * Measures the baseline, our server and, if wished, browserless in one run, alternating in each round, and
 * prints ratios and results; returns the exit code.
 */
export async function compare(options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const baseline = await startBaseline();
  cleanUp.defer(() => baseline.close());
  const targets: Target[] = [baseline];
  const workers = Math.max(...options.concurrencies);
  const server = options.isBaselineOnly ? undefined : await startServer(workers);
  if (server !== undefined) {
    cleanUp.defer(() => server.close());
    targets.push(server);
  }
  if (options.browserless !== undefined) targets.push(createBrowserless(options.browserless));
  const queue =
    server === undefined ? undefined : await measureQueue(server.api, jobFor('tiny', site, 0));
  if (queue !== undefined) write(options, { queue });
  for (const target of targets) await warmUp(target, site, options);
  const measurements: Measurement[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    for (const page of options.pages) {
      for (const concurrency of withSingleCapture(options.concurrencies)) {
        for (const target of targets) {
          const measurement = await measure({
            target,
            site,
            page,
            concurrency,
            seconds: options.seconds,
            delayMs: options.delayMs,
          });
          write(options, { round, ...measurement });
          process.stdout.write(`${formatMeasurement(measurement)}\n`);
          measurements.push(measurement);
        }
      }
    }
  }
  const comparisons = compareMeasurements(measurements);
  const results = evaluateTargets(comparisons, queue);
  for (const { line } of [...comparisons, ...results]) process.stdout.write(`${line}\n`);
  // The browsers of browserless exit with their captures, so none of its CPU figures is usable.
  const used = measurements.filter(({ target }) => target !== browserlessName);
  const noisyCount = used.filter(isNoisy).length;
  if (noisyCount > 0) {
    process.stdout.write(
      `${noisyCount} of ${used.length} measurements were disturbed: measure again\n`,
    );
  }
  const hasErrors = measurements.some(({ errors }) => errors.length > 0);
  return hasErrors || results.some(({ isMet }) => !isMet) ? 1 : 0;
}

/**
 * Takes the captures of the warm-up, alternating the pages. Errors are ignored here, because the
 * measurement reports them.
 */
async function warmUp(target: Target, site: FixtureSite, options: BenchOptions): Promise<void> {
  const jobs = options.pages.map((page) => jobFor(page, site, options.delayMs));
  let taken = 0;
  const take = async (worker: number) => {
    while (taken < options.warmUpCaptures) {
      const job = jobs[taken++ % jobs.length];
      if (job !== undefined) await target.capture(job, worker).catch(() => undefined);
    }
  };
  const workers = Math.max(...options.concurrencies);
  await Promise.all(Array.from({ length: workers }, (_, worker) => take(worker)));
}

interface MeasurementInput {
  readonly target: Target;
  readonly site: FixtureSite;
  readonly page: PageClass;
  readonly concurrency: number;
  readonly seconds: number;
  readonly delayMs: number;
}

async function measure({
  target,
  site,
  page,
  concurrency,
  seconds,
  delayMs,
}: MeasurementInput): Promise<Measurement> {
  const job = jobFor(page, site, delayMs);
  const tree = watchTree(target.rootPids);
  return measureTarget({ target, tree, site, job, concurrency, seconds });
}

function jobFor(page: PageClass, site: FixtureSite, delayMs: number): CaptureJob {
  const firstByteMs = delayMs === 0 && page === 'web' ? webFirstByteMs : delayMs;
  const url = `${site.origin}/${page}${firstByteMs > 0 ? `?delay=${firstByteMs}` : ''}`;
  const source = page === 'paste' ? { html: pastedHtml() } : { url };
  return { page, source, isFullPage: page === 'long' };
}

function write(options: BenchOptions, figures: object): void {
  if (options.out !== undefined) appendFileSync(options.out, `${JSON.stringify(figures)}\n`);
}
