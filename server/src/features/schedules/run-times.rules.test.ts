import { expect, test } from 'vitest';
import { nextTime, nextTimes, requireTimes } from './run-times.rules.ts';

const berlin = (cron: string) => ({ cron, timeZone: 'Europe/Berlin' });
const at = (text: string) => new Date(text);
const isoOf = (dates: readonly Date[]) => dates.map((date) => date.toISOString());

test('[SS-10] [RP-4] times are those of the zone, also when its clock is set', () => {
  expect(isoOf(nextTimes(berlin('0 9 * * *'), at('2026-03-28T12:00:00Z'), 2))).toEqual([
    '2026-03-29T07:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
  ]);
  expect(nextTime(berlin('0 9 * * *'), at('2026-10-24T12:00:00Z')).toISOString()).toBe(
    '2026-10-25T08:00:00.000Z',
  );
  // 2:30 does not exist on the day on which the clock is set forward; it exists twice in autumn.
  expect(isoOf(nextTimes(berlin('30 2 * * *'), at('2026-03-28T12:00:00Z'), 2))).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  expect(isoOf(nextTimes(berlin('30 2 * * *'), at('2026-10-24T12:00:00Z'), 2))).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
  const newYork = { cron: '30 2 * * *', timeZone: 'America/New_York' };
  expect(nextTime(newYork, at('2026-03-08T01:00:00Z')).toISOString()).toBe(
    '2026-03-08T07:00:00.000Z',
  );
});

test.each(['@hourly', '@daily', '@weekly', '@monthly', '0 9 * * MON-FRI', '0 0 L * *'])(
  '[SS-10] %s is valid',
  (cron) => {
    const times = { cron, timeZone: 'UTC' };
    const check = () => requireTimes(times, { now: at('2026-01-01T00:00:00Z'), minMinutes: 60 });
    expect(check).not.toThrow();
  },
);

test.each([
  ['* * *', 'UTC', 'cron'],
  ['0 0 9 * * *', 'UTC', 'cron'],
  ['x', 'UTC', 'cron'],
  ['61 * * * *', 'UTC', 'cron'],
  ['0 0 31 2 *', 'UTC', 'cron'],
  ['*/30 * * * *', 'UTC', 'cron'],
  ['0,59 9 * * *', 'UTC', 'cron'],
  ['0 9 * * *', 'Europe/Berlinx', 'timezone'],
])('[SS-10] "%s" in %s is rejected, naming %s', (cron, timeZone, path) => {
  const check = () =>
    requireTimes({ cron, timeZone }, { now: at('2026-01-01T00:00:00Z'), minMinutes: 60 });
  expect(check).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      details: { fields: [expect.objectContaining({ path })] },
    }),
  );
});
