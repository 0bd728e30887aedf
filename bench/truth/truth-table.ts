import type { TruthResult, TruthRow } from './pattern-process.ts';

/** Results of one row by the name of the system. */
export interface TruthLine {
  readonly row: TruthRow;
  readonly results: Readonly<Record<string, TruthResult>>;
}

const nameWidth = 68;
const cellWidth = 24;

/** Returns the heading of the table. */
export function headingOf(systems: readonly string[]): string {
  return ''.padEnd(nameWidth) + systems.map((system) => system.padEnd(cellWidth)).join('');
}

/** Returns one line: right or wrong, and milliseconds, for each system. */
export function lineOf({ row, results }: TruthLine): string {
  const name = `${row.group}/${row.name} ${row.mode}`.padEnd(nameWidth);
  return name + Object.values(results).map(cellOf).join('');
}

/** Returns a line for each group and mode, and one for all: rows right, median milliseconds. */
export function totalsOf(lines: readonly TruthLine[]): string[] {
  const groups = Map.groupBy(lines, ({ row }) => `${row.group} ${row.mode}`);
  return [...groups, ['all', lines] as const].map(
    ([name, own]) => name.padEnd(nameWidth) + totalCells(own).join(''),
  );
}

function cellOf({ ms, findings }: TruthResult): string {
  return `${findings.length === 0 ? 'right' : 'WRONG'} ${Math.round(ms)} ms`.padEnd(cellWidth);
}

function totalCells(lines: readonly TruthLine[]): string[] {
  const systems = Object.keys(lines[0]?.results ?? {});
  return systems.map((system) => {
    const results = lines.flatMap(({ results: all }) => all[system] ?? []);
    const right = results.filter(({ findings }) => findings.length === 0).length;
    return `${right}/${results.length} ${median(results.map(({ ms }) => ms))} ms`.padEnd(cellWidth);
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}
