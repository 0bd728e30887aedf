import { appendFileSync } from 'node:fs';
import type { BenchOptions } from '../options.ts';
import { startPatternProcess, type TruthResult, type TruthRow } from './pattern-process.ts';
import { startPlaywright, waitStates } from './playwright-shots.ts';
import { headingOf, lineOf, totalsOf, type TruthLine } from './truth-table.ts';

type TruthOptions = Pick<BenchOptions, 'only' | 'out' | 'concurrencies'>;

/**
 * Captures every pattern of the capture tests with our engine and with Playwright, in turn, and
 * prints right or wrong and milliseconds. Returns the exit code: 0 if our engine is always right.
 */
export async function compareTruth({ only, out, concurrencies }: TruthOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const patterns = await startPatternProcess();
  cleanUp.defer(() => patterns.close());
  const playwright = await startPlaywright(patterns);
  cleanUp.defer(() => playwright.close());
  const rows = patterns.rows.filter((row) => isChosen(row, only));
  const systems: readonly (readonly [string, (row: TruthRow) => Promise<TruthResult>])[] = [
    ['ours', (row) => patterns.capture(row)],
    ...waitStates.map(
      (state) => [`playwright ${state}`, (row: TruthRow) => playwright.shoot(row, state)] as const,
    ),
  ];
  process.stdout.write(`${headingOf(systems.map(([name]) => name))}\n`);
  const lines: TruthLine[] = [];
  const queue = [...rows];
  const work = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const results: Record<string, TruthResult> = {};
      for (const [name, capture] of systems) results[name] = await capture(row);
      const line = { row, results };
      lines.push(line);
      process.stdout.write(`${lineOf(line)}\n`);
      if (out !== undefined) appendFileSync(out, `${JSON.stringify(line)}\n`);
    }
  };
  await Promise.all(Array.from({ length: concurrencies[0] ?? 1 }, work));
  for (const line of totalsOf(lines)) process.stdout.write(`${line}\n`);
  return lines.every(({ results }) => results.ours?.findings.length === 0) ? 0 : 1;
}

/** `only` lists groups or names of patterns; empty for all. */
function isChosen({ group, name }: TruthRow, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(group) || only.includes(name);
}
