import { expect, test } from 'vitest';
import { nextFrameMs } from '../src/page/stability/follow-changes.ts';
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

test.each([
  [5, 2_550],
  [25, 2_550],
  [60, 1_900],
  [200, 500],
])('frames of %d ms are followed for at least %d ms of the page in 2 s', (costMs, expectedMs) => {
  let [realMs, frames, passedMs] = [0, 0, 0];
  while (realMs < 2_000 && passedMs < 2_550) {
    passedMs += nextFrameMs({ realMs, frames, passedMs }, 2_000);
    realMs += costMs;
    frames += 1;
  }
  expect(passedMs).toBeGreaterThanOrEqual(expectedMs);
});

test('frames that are fast enough have the length of a screen of 60 Hz', () => {
  expect(nextFrameMs({ realMs: 120, frames: 10, passedMs: 170 }, 2_000)).toBe(17);
});
