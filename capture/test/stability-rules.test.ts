import { expect, test } from 'vitest';
import { createSlice } from '../src/page/stability/stability-rules.ts';

test('slices grow while a page shows no change, and are short again when it changes', () => {
  const slice = createSlice();
  const slices = [true, false, false, false, false, true].map((hasChanged) => {
    slice.record(1, hasChanged);
    return slice.ms;
  });
  expect(slices).toEqual([60, 120, 240, 250, 250, 60]);
});

test('while a page changes, two of three frames are not drawn', () => {
  const slice = createSlice();
  const areDrawn = Array.from({ length: 7 }, () => {
    const { isDrawn } = slice;
    if (isDrawn) slice.record(1, true);
    else slice.recordUndrawn();
    return isDrawn;
  });
  expect(areDrawn).toEqual([true, false, false, true, false, false, true]);
});

test('every frame of a page that is still or takes long to draw is drawn', () => {
  const still = createSlice();
  still.record(1, false);
  const slow = createSlice();
  slow.record(149, true);
  expect([still.isDrawn, slow.isDrawn]).toEqual([true, true]);
});
