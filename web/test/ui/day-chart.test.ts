import { expect, test } from 'vitest';
import { niceMax } from '../../src/ui/day-chart.tsx';

test.each([
  [0, 4],
  [4, 4],
  [5, 6],
  [9, 10],
  [45, 50],
  [80, 80],
  [81, 100],
  [406, 500],
  [1_000, 1_000],
  [61_000, 80_000],
])('an axis for a maximum of %i ends at %i', (most, top) => {
  expect(niceMax(most)).toBe(top);
});
