import { expect, test } from 'vitest';
import { createSlice } from '../src/page/stability/stability-rules.ts';

test('slices grow while a page shows no change, and are short again when it changes', () => {
  const slice = createSlice(() => 1);
  const slices = [true, false, false, false, false, true].map((hasChanged) => {
    slice.record(1, hasChanged);
    return slice.ms;
  });
  expect(slices).toEqual([60, 120, 240, 250, 250, 60]);
});

test('while a page changes, two of three frames are not drawn', () => {
  const slice = createSlice(() => 1);
  const areDrawn = Array.from({ length: 7 }, () => {
    const { isDrawn } = slice;
    if (isDrawn) slice.record(1, true);
    else slice.recordUndrawn();
    return isDrawn;
  });
  expect(areDrawn).toEqual([true, false, false, true, false, false, true]);
});

test('every frame of a page that is still or takes long to draw is drawn', () => {
  const still = createSlice(() => 1);
  still.record(1, false);
  const slow = createSlice(() => 1);
  slow.record(149, true);
  expect([still.isDrawn, slow.isDrawn]).toEqual([true, true]);
});

test('a frame that took long on an overloaded machine costs no more than elsewhere', () => {
  const slice = createSlice(() => 15);
  slice.record(149, true);
  expect([slice.ms, slice.isDrawn]).toEqual([60, false]);
});
