import { setTimeout as sleep } from 'node:timers/promises';
import { startBaseline } from '../baseline/start-baseline.ts';
import { watchTree } from '../measure/process-tree.ts';
import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { startPatternProcess, type TruthRow } from './pattern-process.ts';

/** Patterns that move after their load event. */
const patternNames = ['hero-intro', 'splash', 'count-up'];
const warmUps = 3;
const capturesEach = 20;
/** Time for the work after an image, which counts as well. */
const settleMs = 150;
const maxRatio = 1.6;

interface Cost {
  cpuSeconds: number;
  readonly times: number[];
}

/**
 * Captures pages that move with our engine, whose image shows the end of the motion, and with the
 * bare protocol, whose image is too early. Prints the time and the CPU time of both, each including
 * the server of the page. Returns the exit code: 0 if the CPU time is at most 1.6 times as much.
 */
export async function compareMotion({ only }: Pick<BenchOptions, 'only'>): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const patterns = await startPatternProcess();
  cleanUp.defer(() => patterns.close());
  const bare = await startBaseline();
  cleanUp.defer(() => bare.close());
  const names = only.length === 0 ? patternNames : only;
  const rows = patterns.rows.filter(
    ({ name, mode }) => mode === 'viewport' && names.includes(name),
  );
  const systems = {
    ours: (row: TruthRow) => patterns.capture(row, { isChecked: false }),
    bare: ({ url }: TruthRow) =>
      bare.capture({ page: 'tiny', source: { url }, isFullPage: false }, 0),
  };
  const tree = watchTree([process.pid]);
  let isWithin = true;
  for (const row of rows) {
    const costs = { ours: noCost(), bare: noCost() };
    for (let round = -warmUps; round < capturesEach; round += 1) {
      for (const name of ['ours', 'bare'] as const) {
        const startedAt = tree.cpuSeconds();
        const { ms } = await systems[name](row);
        await sleep(settleMs);
        if (round < 0) continue;
        costs[name].cpuSeconds += tree.cpuSeconds() - startedAt;
        costs[name].times.push(ms);
      }
    }
    const ratio = costs.ours.cpuSeconds / costs.bare.cpuSeconds;
    isWithin &&= ratio <= maxRatio;
    process.stdout.write(
      `${row.name.padEnd(14)} ours ${textOf(costs.ours)}   bare, too early ${textOf(costs.bare)}   CPU ${ratio.toFixed(2)} times (at most ${maxRatio})\n`,
    );
  }
  return isWithin ? 0 : 1;
}

function noCost(): Cost {
  return { cpuSeconds: 0, times: [] };
}

function textOf({ cpuSeconds, times }: Cost): string {
  const cpuMs = (cpuSeconds * 1_000) / times.length;
  return `p50 ${quantile(times, 0.5).toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`;
}
