import { expect, test } from 'vitest';
import { createOverload } from '../src/page/clock/overload.ts';

function overloadOf(readings: readonly number[], stepMs: number): number[] {
  let step = -1;
  const overload = createOverload({
    readRunnable: () => readings[step] ?? 0,
    processors: 2,
    now: () => step * stepMs,
  });
  return readings.map(() => {
    step += 1;
    return overload();
  });
}

test('an overload shows within seconds, and is over within seconds', () => {
  const readings = [2, ...Array<number>(30).fill(16), ...Array<number>(60).fill(2)];
  const overloads = overloadOf(readings, 100);
  expect(overloads[0]).toBe(1);
  expect(overloads[15]).toBeGreaterThan(5);
  expect(overloads[30]).toBeGreaterThan(7);
  expect(overloads.at(-1)).toBeLessThan(1.2);
});

test('one reading with many threads is no overload', () => {
  expect(Math.max(...overloadOf([1, 1, 12, 1, 1], 100))).toBe(1);
});

test('after a pause, the load before it does not count', () => {
  expect(overloadOf([40, 1], 60_000)).toEqual([20, 1]);
});

test('the load is read at most ten times a second', () => {
  let readings = 0;
  let nowMs = 0;
  const overload = createOverload({
    readRunnable: () => (readings += 1),
    processors: 1,
    now: () => nowMs,
  });
  for (; nowMs < 1_000; nowMs += 1) overload();
  expect(readings).toBe(10);
});
