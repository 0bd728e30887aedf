import { isDisturbed, type Cell } from '../measure/cell.ts';
import { median } from '../measure/statistics.ts';

/** Baseline and our server on one page class at one concurrency: medians over the rounds. */
export interface Comparison {
  readonly page: string;
  readonly concurrency: number;
  /** Our shots per second divided by the baseline's. */
  readonly rateRatio: number;
  readonly extraP50Ms: number;
  readonly extraCpuSeconds: number;
  readonly ourPssMb: number;
  readonly line: string;
}

/** Formats one measurement as a readable line. */
export function cellLine(cell: Cell): string {
  const errors =
    cell.errors.length === 0 ? '' : `  ${cell.errors.length} errors: ${cell.errors[0]}`;
  return [
    cell.target.padEnd(5),
    cell.page.padEnd(8),
    `c=${cell.concurrency}`,
    `${cell.shotsPerSecond.toFixed(2).padStart(6)}/s`,
    `p50 ${cell.p50Ms.toFixed(0).padStart(5)} ms`,
    `p95 ${cell.p95Ms.toFixed(0).padStart(5)} ms`,
    `cpu ${cell.cpuSecondsPerShot.toFixed(3)} s`,
    `browser PSS ${cell.browserPssMb.toFixed(0)} MB`,
    `RSS ${cell.rssMb.toFixed(0)} MB`,
    `other ${cell.otherCores.toFixed(2)}`,
    `${Math.round(cell.imageBytes / 1024)} KB${errors}`,
  ].join('  ');
}

/** Compares our server's measurements with the baseline's; empty if either was not measured. */
export function compareCells(cells: readonly Cell[]): Comparison[] {
  const kinds = new Map(cells.map((cell) => [`${cell.page} ${cell.concurrency}`, cell]));
  return [...kinds.values()].flatMap(({ page, concurrency }) => {
    const ofKind = cells
      .filter((cell) => cell.page === page)
      .filter((cell) => cell.concurrency === concurrency);
    const figure = (target: string, of: (cell: Cell) => number, among = ofKind) =>
      median(among.filter((cell) => cell.target === target).map(of));
    const extra = (of: (cell: Cell) => number, among = ofKind) =>
      figure('ours', of, among) - figure('floor', of, among);
    // The CPU figure is unusable if another program was active, or a browser was replaced during
    // the measurement.
    const quiet = ofKind.filter((cell) => !isDisturbed(cell));
    const rateRatio =
      figure('ours', (cell) => cell.shotsPerSecond) /
      figure('floor', (cell) => cell.shotsPerSecond);
    if (Number.isNaN(rateRatio)) return [];
    const extraP50Ms = extra((cell) => cell.p50Ms);
    const extraCpuSeconds = extra((cell) => cell.cpuSecondsPerShot, quiet);
    const ourPssMb = figure('ours', (cell) => cell.browserPssMb);
    const line = `ratio ${page.padEnd(8)}  c=${concurrency}  ${rateRatio.toFixed(2)} of the floor's shots/s  p50 ${signed(extraP50Ms, 0)} ms  cpu ${signed(extraCpuSeconds, 3)} s a shot`;
    return [{ page, concurrency, rateRatio, extraP50Ms, extraCpuSeconds, ourPssMb, line }];
  });
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;
}
