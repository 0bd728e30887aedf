import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cycleAfter, cycleAt } from './cycles.rules.ts';

const moment = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('every moment after the anchor lies in one cycle, and the next cycle starts where it ends', () => {
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [anchor, now] = one < other ? [one, other] : [other, one];
      const cycle = cycleAt(anchor, now);
      expect(cycle.startedAt <= now && now < cycle.endsAt).toBe(true);
      const days = (cycle.endsAt.getTime() - cycle.startedAt.getTime()) / 86_400_000;
      expect(days).toBeGreaterThanOrEqual(28);
      expect(days).toBeLessThanOrEqual(31);
      expect(cycleAfter(anchor, cycle).startedAt).toEqual(cycle.endsAt);
    }),
  );
  expect.hasAssertions();
});

test('the anchor day is restored after a shorter month', () => {
  const anchor = new Date('2027-12-31T10:00:00Z');
  const starts = ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'].map((day) =>
    cycleAt(anchor, new Date(`${day}T10:00:00Z`))
      .startedAt.toISOString()
      .slice(0, 10),
  );
  expect(starts).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
});

test('a moment before the anchor belongs to the first cycle', () => {
  const anchor = new Date('2026-06-15T00:00:00Z');
  expect(cycleAt(anchor, new Date('2020-01-01T00:00:00Z'))).toEqual({
    startedAt: anchor,
    endsAt: new Date('2026-07-15T00:00:00Z'),
  });
});
