import { expect, test } from 'vitest';
import { createSlice } from '../src/page/stability/stability-rules.ts';

test('slices grow while a page shows no change, and are short again when it changes', () => {
  const slice = createSlice();
  const slices = [true, false, false, false, false, true].map((hasChanged) => {
    slice.record(1, hasChanged);
    return slice.ms;
  });
  expect(slices).toEqual([50, 100, 200, 250, 250, 50]);
});
