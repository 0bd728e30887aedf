import { describe, expect, test } from 'vitest';

import type { Measurement } from '../measure/measurement.ts';
import { median, quantile } from '../measure/statistics.ts';
import { compareMeasurements } from './ratios.ts';
import { evaluateTargets, withSingleCapture } from './targets.ts';

function measurement(target: string, figures: Partial<Measurement>): Measurement {
  const basics = { target, page: 'tiny', concurrency: 4, taken: 120, shots: 100 };
  const costs = {
    shotsPerSecond: 10,
    p50Ms: 100,
    p95Ms: 150,
    cpuSecondsPerShot: 0.1,
    browserPssMb: 300,
    rssMb: 900,
  };
  return { ...basics, ...costs, otherCores: 0, imageBytes: 1, errors: [], ...figures };
}

const missedTargets = (baseline: Partial<Measurement>, server: Partial<Measurement>) =>
  evaluateTargets(
    compareMeasurements([measurement('floor', baseline), measurement('ours', server)]),
    undefined,
  )
    .filter(({ isMet }) => !isMet)
    .map(({ line }) => line);

/**
 * Missed targets with 32 captures in flight, if a single capture has a p50 of 1.7 s and the baseline
 * reaches its best, 10 captures per second, with 8.
 */
const missedWhenBusy = (server: Partial<Measurement>) =>
  evaluateTargets(
    compareMeasurements([
      ...['floor', 'ours'].flatMap((target) => [
        measurement(target, { concurrency: 1, p50Ms: 1_700, p95Ms: 9_000 }),
        measurement(target, { concurrency: 8 }),
      ]),
      measurement('floor', { concurrency: 32, shotsPerSecond: 5 }),
      measurement('ours', { concurrency: 32, p50Ms: 9_000, p95Ms: 5_000, ...server }),
    ]),
    undefined,
  ).flatMap(({ isMet, line }) => (isMet ? [] : [line]));

describe('a speed target', () => {
  test.each<[string, Partial<Measurement>, Partial<Measurement>]>([
    ['shots/s of tiny', { shotsPerSecond: 7 }, { shotsPerSecond: 6.9 }],
    ['CPU', { cpuSecondsPerShot: 0.129 }, { cpuSecondsPerShot: 0.131 }],
    ['PSS', { browserPssMb: 500 }, { browserPssMb: 501 }],
  ])('is met at its limit and missed beyond it: %s', (what, atLimit, beyondLimit) => {
    expect(missedTargets({}, atLimit)).toEqual([]);
    expect(missedTargets({}, beyondLimit)).toEqual([
      expect.stringContaining(what.split(' ')[0] ?? what),
    ]);
  });

  test('requires a higher share of the baseline for the article page', () => {
    const article = { page: 'article' };
    expect(missedTargets(article, { ...article, shotsPerSecond: 8.1 })).toHaveLength(1);
    expect(missedTargets(article, { ...article, shotsPerSecond: 8.2 })).toEqual([]);
  });

  test('ignores the CPU time of disturbed measurements', () => {
    const measurements = [
      measurement('floor', {}),
      measurement('ours', { cpuSecondsPerShot: 0.2 }),
      measurement('ours', { cpuSecondsPerShot: -0.78, otherCores: 7.3 }),
    ];
    expect(compareMeasurements(measurements)[0]?.extraCpuSeconds).toBeCloseTo(0.1);
  });

  test('for latency applies to one capture in flight', () => {
    const alone = { concurrency: 1 };
    expect(missedTargets(alone, { ...alone, p50Ms: 130 })).toEqual([]);
    expect(missedTargets(alone, { ...alone, p50Ms: 131 })).toHaveLength(1);
  });

  test('for 32 in flight limits their p95 to three times the p50 of a single capture', () => {
    expect(missedWhenBusy({ p95Ms: 5_100 })).toEqual([]);
    expect(missedWhenBusy({ p95Ms: 5_200 })).toEqual([
      expect.stringContaining('p95 relative to the p50'),
    ]);
    expect([withSingleCapture([4]), withSingleCapture([4, 32])]).toEqual([[4], [1, 4, 32]]);
  });

  test('for 32 in flight requires 0.85 of the best rate of the baseline', () => {
    expect(missedWhenBusy({ shotsPerSecond: 8.5 })).toEqual([]);
    expect(missedWhenBusy({ shotsPerSecond: 8.4 })).toEqual([
      expect.stringContaining("shots/s over the floor's best"),
    ]);
  });

  test.each([4, 32])('with %i in flight requires three times the rate of browserless', (many) => {
    const isMetAt = (shotsPerSecond: number) => {
      const rates = { floor: 10, ours: 9, browserless: shotsPerSecond };
      const measurements = Object.entries(rates).map(([target, rate]) =>
        measurement(target, { concurrency: many, shotsPerSecond: rate }),
      );
      const [comparison] = compareMeasurements(measurements);
      return evaluateTargets(comparison === undefined ? [] : [comparison], undefined)
        .filter(({ line }) => line.includes('over those of browserless'))
        .map(({ isMet }) => isMet);
    };
    expect([isMetAt(3), isMetAt(3.1)]).toEqual([[true], [false]]);
  });

  test('for the queue applies to its p95', () => {
    const queue = { acceptP50Ms: 1, startP50Ms: 1, acceptP95Ms: 25, startP95Ms: 21 };
    expect(evaluateTargets([], queue).map(({ isMet }) => isMet)).toEqual([true, false]);
  });
});

test('a page measured on one target only has no ratio', () => {
  expect(compareMeasurements([measurement('floor', {})])).toEqual([]);
});

test('median and quantile pick the middle and the share of unsorted values', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
  expect(quantile([5, 1, 4, 2, 3], 0.95)).toBe(5);
  expect(median([])).toBeNaN();
});
