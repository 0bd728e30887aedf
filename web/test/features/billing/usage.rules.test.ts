import { describe, expect, test } from 'vitest';
import {
  creditsInAll,
  daysOfCycle,
  runsOutAt,
  shareOf,
} from '../../../src/features/billing/usage/usage.rules.ts';

const start = Date.parse('2026-01-05T00:00:00.000Z');
const day = 86_400_000;

const usage = {
  cycleStartedAt: '2026-01-05T09:00:00.000Z',
  cycleEndsAt: '2026-02-05T09:00:00.000Z',
  creditsGranted: 100,
  creditsUsed: 60,
  creditsAvailable: 40,
  creditsLasting: 0,
  creditsForecast: 90,
  unusedCredits: 'expire' as const,
  storageUsed: 0,
  storageLimit: null,
  days: [{ date: '2026-01-06', credits: 60, captures: 50 }],
  projects: [],
  apiKeys: [],
};

describe('the days of a cycle', () => {
  test('[BP-14] each day of the cycle is listed once: used, unused or in the future', () => {
    const days = daysOfCycle(usage, start + 2.5 * day);
    expect(days.slice(0, 4)).toEqual([
      { date: '2026-01-05', credits: 0, captures: 0 },
      { date: '2026-01-06', credits: 60, captures: 50 },
      { date: '2026-01-07', credits: 0, captures: 0 },
      { date: '2026-01-08', credits: null, captures: 0 },
    ]);
    expect(days.at(-1)?.date).toBe('2026-02-05');
    expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
  });

  test('an invalid cycle still produces a chart', () => {
    expect(daysOfCycle({ ...usage, cycleEndsAt: usage.cycleStartedAt }, start)).toHaveLength(1);
    const forever = { ...usage, cycleEndsAt: '2126-01-05T00:00:00.000Z' };
    expect(daysOfCycle(forever, start)).toHaveLength(62);
  });
});

describe('the forecast', () => {
  test('[BP-14] credits that last for the cycle have no run-out date', () => {
    expect(runsOutAt(usage, start)).toBeNull();
    expect(runsOutAt({ ...usage, creditsForecast: 100 }, start)).toBeNull();
    expect(runsOutAt({ ...usage, creditsForecast: null }, start)).toBeNull();
    expect(runsOutAt({ ...usage, creditsAvailable: 0, creditsForecast: 200 }, start)).toBeNull();
  });

  test('[BP-14] the run-out date is proportional to the rest of the cycle', () => {
    const end = Date.parse(usage.cycleEndsAt);
    // 80 credits are needed in the last ten days, and 40 are available.
    expect(runsOutAt({ ...usage, creditsForecast: 140 }, end - 10 * day)).toBe(
      new Date(end - 5 * day).toISOString(),
    );
  });
});

test('shares are clamped between 0 and 1', () => {
  expect([shareOf(5, 10), shareOf(20, 10), shareOf(-1, 10), shareOf(0, 0)]).toEqual([0.5, 1, 0, 1]);
  expect(creditsInAll({ creditsUsed: 5, creditsAvailable: -2 })).toBe(5);
});
