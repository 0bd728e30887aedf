import { timeZones } from '../../../src/lib/format/time-zones.ts';
import type { ScheduleRun } from '@shotwright/contract';
import { expect, test } from 'vitest';
import {
  draftOf,
  isFollowed,
  missingFields,
  momentText,
  ratioOf,
  scheduleBodyOf,
  toleranceText,
} from '../../../src/features/schedules/schedules.rules.ts';

const at = (text: string) => new Date(text).getTime();

test.each([
  ['0', 0],
  ['0.1', 0.001],
  ['0,1', 0.001],
  [' 100 ', 1],
  ['.5', 0.005],
  ['33.333', 0.33333],
])('[SS-10] the tolerance %j is the ratio %d', (text, ratio) => {
  expect(ratioOf(text)).toBe(ratio);
});

test.each(['', 'x', '-1', '100.1', '1e1', '1 000'])('[SS-10] %j is no tolerance', (text) => {
  expect(ratioOf(text)).toBeUndefined();
});

test('[SS-10] a ratio is shown as the percentage that was entered', () => {
  for (const text of ['0', '0.1', '0.07', '12.5', '100']) {
    expect(toleranceText(ratioOf(text) ?? Number.NaN)).toBe(text);
  }
});

test('[SS-10] missing values are named, and a complete draft is a request', () => {
  const draft = { ...draftOf(undefined, null), every: 'hour', minute: '60' } as const;
  expect(missingFields({ ...draft, tolerance: '' }, ' ')).toEqual([
    'name',
    'setting_id',
    'minute',
    'max_diff_ratio',
  ]);
  expect(scheduleBodyOf(draft, 'Home')).toBeUndefined();
  expect(scheduleBodyOf({ ...draft, settingId: 7, minute: '5' }, ' Home ')).toEqual({
    name: 'Home',
    setting_id: 7,
    cron: '5 * * * *',
    timezone: draft.timezone,
    notify: 'change',
    max_diff_ratio: 0,
  });
});

test('[SS-10] only a run that is running and not old is polled', () => {
  const plannedAt = '2026-11-29T10:00:00.000Z';
  const run = { plannedAt, status: 'RUNNING' } as ScheduleRun;
  expect(isFollowed(run, at('2026-11-29T10:14:00Z'))).toBe(true);
  expect(isFollowed(run, at('2026-11-29T10:16:00Z'))).toBe(false);
  expect(isFollowed({ ...run, status: 'COMPLETE' }, at(plannedAt))).toBe(false);
  expect(isFollowed(null, at(plannedAt))).toBe(false);
});

test('[SS-10] a moment is shown in the time zone of its schedule', () => {
  expect(momentText('2001-07-01T07:00:00.000Z', 'Asia/Tokyo')).toBe(
    'Sun, Jul 1, 2001, 16:00 GMT+9',
  );
  expect(momentText('x', 'UTC')).toBe('Invalid date');
});

test('[SS-10] UTC and the given time zones can be chosen once each', () => {
  const zones = timeZones('Asia/Kolkata', 'Europe/Berlin', '');
  expect(zones.slice(0, 3)).toEqual(['Asia/Kolkata', 'Europe/Berlin', 'UTC']);
  expect(new Set(zones).size).toBe(zones.length);
});
