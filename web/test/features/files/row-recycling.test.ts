import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { assignSlots, useRecycledRows } from '../../../src/features/files/row-recycling.ts';

const before = new Map([
  ['a', 0],
  ['b', 1],
  ['c', 2],
]);
const slots = (ids: readonly string[], isReused: boolean) => [
  ...assignSlots(before, { ids, isReused }).values(),
];

test('a remaining file retains its row, whatever its position', () => {
  for (const isReused of [true, false]) expect(slots(['c', 'a'], isReused)).toEqual([2, 0]);
});

test('in another search new files reuse the rows of removed files before adding rows', () => {
  expect(slots(['x', 'b', 'y', 'z'], true)).toEqual([0, 1, 2, 3]);
});

test('a background change reuses no rows, and no two files share one', () => {
  expect(slots(['x', 'a', 'b', 'y'], false)).toEqual([3, 0, 1, 4]);
});

test('rows are reused in another search only', () => {
  const { result, rerender } = renderHook(({ ids, step }) => useRecycledRows(ids, step), {
    initialProps: { ids: ['a', 'b'], step: '' },
  });
  expect(result.current).toEqual([0, 1]);
  rerender({ ids: ['new', 'a'], step: '' });
  expect(result.current).toEqual([2, 0]);
  rerender({ ids: ['c', 'd'], step: 'c' });
  expect(result.current).toEqual([2, 0]);
});
