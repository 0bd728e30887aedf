import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('a burst is not delayed, then actions are spaced out, and the burst recovers', () => {
  let now = 1_000;
  const pace = createPace({ burst: 3, perSecond: 50, nowMs: () => now });
  const act = () => {
    const delayMs = pace.nextDelayMs();
    now += delayMs;
    return delayMs;
  };
  expect([act(), act(), act(), act(), act()]).toEqual([0, 0, 0, 20, 20]);
  now += 20;
  expect([act(), act()]).toEqual([0, 20]);
  now += 10_000;
  expect([act(), act(), act(), act()]).toEqual([0, 0, 0, 20]);
});

test('actions that are rarer than the rate are never delayed', () => {
  let now = 0;
  const pace = createPace({ burst: 1, perSecond: 50, nowMs: () => now });
  const delays = Array.from({ length: 100 }, () => {
    now += 20;
    return pace.nextDelayMs();
  });
  expect(new Set(delays)).toEqual(new Set([0]));
});
