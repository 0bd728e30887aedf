import { describe, expect, test } from 'vitest';

import type { Cell } from '../measure/cell.ts';
import { median, quantile } from '../measure/statistics.ts';
import { compareCells } from './ratios.ts';
import { judge } from './targets.ts';

function cell(target: string, figures: Partial<Cell>): Cell {
  const basics = { target, page: 'tiny', concurrency: 4, shots: 100, shotsPerSecond: 10 };
  const costs = { p50Ms: 100, p95Ms: 150, cpuSecondsPerShot: 0.1, browserPssMb: 300, rssMb: 900 };
  return { ...basics, ...costs, otherCores: 0, imageBytes: 1, errors: [], ...figures };
}

const missed = (floor: Partial<Cell>, ours: Partial<Cell>) =>
  judge(compareCells([cell('floor', floor), cell('ours', ours)]), undefined)
    .filter(({ isMet }) => !isMet)
    .map(({ line }) => line);

describe('a promise about speed', () => {
  test.each<[string, Partial<Cell>, Partial<Cell>]>([
    ['shots/s of tiny', { shotsPerSecond: 7.5 }, { shotsPerSecond: 7.4 }],
    ['CPU', { cpuSecondsPerShot: 0.129 }, { cpuSecondsPerShot: 0.131 }],
    ['PSS', { browserPssMb: 500 }, { browserPssMb: 501 }],
  ])('is kept at its limit and missed beyond: %s', (what, kept, broken) => {
    expect(missed({}, kept)).toEqual([]);
    expect(missed({}, broken)).toEqual([expect.stringContaining(what.split(' ')[0] ?? what)]);
  });

  test('is held to a higher share of the floor on the article page', () => {
    const article = { page: 'article' };
    expect(missed(article, { ...article, shotsPerSecond: 8.4 })).toHaveLength(1);
    expect(missed(article, { ...article, shotsPerSecond: 8.5 })).toEqual([]);
  });

  test('is not judged by the CPU of a cell that was disturbed', () => {
    const cells = [
      cell('floor', {}),
      cell('ours', { cpuSecondsPerShot: 0.2 }),
      cell('ours', { cpuSecondsPerShot: -0.78, otherCores: 7.3 }),
    ];
    expect(compareCells(cells)[0]?.extraCpuSeconds).toBeCloseTo(0.1);
  });

  test('about latency is judged at one in flight', () => {
    const alone = { concurrency: 1 };
    expect(missed(alone, { ...alone, p50Ms: 140 })).toEqual([]);
    expect(missed(alone, { ...alone, p50Ms: 141 })).toHaveLength(1);
  });

  test('about the queue is judged by its p95', () => {
    const queue = { acceptP50Ms: 1, startP50Ms: 1, acceptP95Ms: 25, startP95Ms: 21 };
    expect(judge([], queue).map(({ isMet }) => isMet)).toEqual([true, false]);
  });
});

test('a page that only one target drew gives no ratio', () => {
  expect(compareCells([cell('floor', {})])).toEqual([]);
});

test('median and quantile', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
  expect(quantile([5, 1, 4, 2, 3], 0.95)).toBe(5);
  expect(median([])).toBeNaN();
});
