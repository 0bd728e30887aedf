import { expect, test } from 'vitest';
import { createRepeatOffenders } from './repeat-offenders.ts';

test('an organisation with three killed captures within ten minutes has one slot until they are over', () => {
  let nowMs = 0;
  const offenders = createRepeatOffenders({ now: () => new Date(nowMs) });
  for (const atMs of [0, 60_000, 120_000]) {
    nowMs = atMs;
    expect([offenders.limitOf('a'), offenders.count()]).toEqual([undefined, 0]);
    expect(offenders.has('a')).toBe(atMs > 0);
    offenders.record('a');
  }
  expect([offenders.limitOf('a'), offenders.limitOf('b'), offenders.count()]).toEqual([
    1,
    undefined,
    1,
  ]);
  nowMs = 600_000 - 1;
  expect(offenders.limitOf('a')).toBe(1);
  nowMs = 600_000;
  expect([offenders.limitOf('a'), offenders.count()]).toEqual([undefined, 0]);
  expect([offenders.has('a'), offenders.has('b')]).toEqual([true, false]);
  // Two of the three are still remembered.
  offenders.record('a');
  expect(offenders.limitOf('a')).toBe(1);
});
