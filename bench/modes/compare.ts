import { appendFileSync } from 'node:fs';

import { startFloor } from '../floor/start-floor.ts';
import type { Cell } from '../measure/cell.ts';
import { isDisturbed, measureCell } from '../measure/cell.ts';
import { watchTree } from '../measure/process-tree.ts';
import type { BenchOptions } from '../options.ts';
import { startOurs } from '../ours/start-ours.ts';
import { judge } from '../report/targets.ts';
import { cellLine, compareCells } from '../report/ratios.ts';
import type { PageClass, ShotJob, Target } from '../shot.ts';
import { pastedHtml } from '../site/pages.ts';
import type { FixtureSite } from '../site/start-site.ts';
import { startSite } from '../site/start-site.ts';
import { measureQueue } from './queue-latency.ts';

const SHOTS_BEFORE_CELL = 4;

/**
 * Measures the baseline and our server in one run, alternating in each round, and prints ratios and
 * results; returns the exit code.
 */
export async function compare(options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const floor = await startFloor();
  cleanUp.defer(() => floor.close());
  const targets: Target[] = [floor];
  const workers = Math.max(...options.concurrencies);
  const ours = options.isFloorOnly ? undefined : await startOurs(workers);
  if (ours !== undefined) {
    cleanUp.defer(() => ours.close());
    targets.push(ours);
  }
  const queue = ours === undefined ? undefined : await measureQueue(ours.api, jobFor('tiny', site));
  if (queue !== undefined) write(options, { queue });
  for (const target of targets) await warmUp(target, site, options);
  const cells: Cell[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    for (const page of options.pages) {
      for (const concurrency of options.concurrencies) {
        for (const target of targets) {
          const cell = await measure({ target, site, page, concurrency, seconds: options.seconds });
          write(options, { round, ...cell });
          process.stdout.write(`${cellLine(cell)}\n`);
          cells.push(cell);
        }
      }
    }
  }
  const comparisons = compareCells(cells);
  const verdicts = judge(comparisons, queue);
  for (const { line } of [...comparisons, ...verdicts]) process.stdout.write(`${line}\n`);
  const disturbed = cells.filter(isDisturbed).length;
  if (disturbed > 0) {
    process.stdout.write(`${disturbed} of ${cells.length} cells were disturbed: measure again\n`);
  }
  const hasErrors = cells.some(({ errors }) => errors.length > 0);
  return hasErrors || verdicts.some(({ isMet }) => !isMet) ? 1 : 0;
}

/**
 * Takes the captures of the warm-up, alternating the pages. Errors are ignored here, because the
 * measurement reports them.
 */
async function warmUp(target: Target, site: FixtureSite, options: BenchOptions): Promise<void> {
  const jobs = options.pages.map((page) => jobFor(page, site));
  let taken = 0;
  const take = async (worker: number) => {
    while (taken < options.warmUpShots) {
      const job = jobs[taken++ % jobs.length];
      if (job !== undefined) await target.shoot(job, worker).catch(() => undefined);
    }
  };
  const workers = Math.max(...options.concurrencies);
  await Promise.all(Array.from({ length: workers }, (_, worker) => take(worker)));
}

interface Measurement {
  readonly target: Target;
  readonly site: FixtureSite;
  readonly page: PageClass;
  readonly concurrency: number;
  readonly seconds: number;
}

async function measure({ target, site, page, concurrency, seconds }: Measurement): Promise<Cell> {
  const job = jobFor(page, site);
  for (let i = 0; i < SHOTS_BEFORE_CELL; i++)
    await target.shoot(job, i % concurrency).catch(() => undefined);
  const tree = watchTree(target.rootPids);
  return measureCell({ target, tree, site, job, concurrency, seconds });
}

function jobFor(page: PageClass, site: FixtureSite): ShotJob {
  const source = page === 'paste' ? { html: pastedHtml() } : { url: `${site.origin}/${page}` };
  return { page, source, isFullPage: page === 'long' };
}

function write(options: BenchOptions, figures: object): void {
  if (options.out !== undefined) appendFileSync(options.out, `${JSON.stringify(figures)}\n`);
}
