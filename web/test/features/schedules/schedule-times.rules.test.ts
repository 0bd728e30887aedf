import { describe, expect, test } from 'vitest';
import {
  choicesOf,
  cronOf,
  defaultChoices,
  timesText,
  zoneText,
} from '../../../src/features/schedules/schedule-times.rules.ts';

describe('[SS-10] choices and cron expressions', () => {
  test.each([
    [{ every: 'hour', minute: '7' }, '7 * * * *', 'Every hour at :07'],
    [{ every: 'day', time: '09:00' }, '0 9 * * *', 'Every day at 09:00'],
    [{ every: 'week', time: '23:59', weekday: '0' }, '59 23 * * 0', 'Every Sunday at 23:59'],
    [{ every: 'week', weekday: '1-5' }, '0 9 * * 1-5', 'Monday to Friday at 09:00'],
    [{ every: 'month', monthDay: '31' }, '0 9 31 * *', 'On day 31 of the month at 09:00'],
    [{ every: 'month', monthDay: 'L' }, '0 9 L * *', 'On the last day of the month at 09:00'],
    [{ every: 'custom', cron: '*/20 8-18 * * 1-5' }, '*/20 8-18 * * 1-5', '*/20 8-18 * * 1-5'],
  ] as const)('%o is %s and back', (choices, cron, words) => {
    expect(cronOf({ ...defaultChoices, ...choices })).toBe(cron);
    expect(choicesOf(cron)).toMatchObject(choices);
    expect(timesText(cron)).toBe(words);
  });

  test.each([
    ['@hourly', 'Every hour at :00'],
    ['@daily', 'Every day at 00:00'],
    ['@Weekly', 'Every Sunday at 00:00'],
    ['@monthly', 'On day 1 of the month at 00:00'],
    ['05  09 * * 7', 'Every Sunday at 09:05'],
    ['0 9 * * mon', 'Every Monday at 09:00'],
    ['0 9 * * MON-FRI', 'Monday to Friday at 09:00'],
  ])('%s is %s', (cron, words) => {
    expect(timesText(cron)).toBe(words);
  });

  test.each([
    '0 9 1 * 1',
    '0 9 * 6 *',
    '0 * * * 1',
    '60 * * * *',
    '0 24 * * *',
    '0 9 32 * *',
    '0 9 0 * *',
    '0 9 * * 8',
    '0 9 * *',
    '0 0 9 * * *',
    '@yearly',
    '1,31 * * * *',
    '',
  ])('%j is not one of the simple choices', (cron) => {
    expect(choicesOf(cron)).toMatchObject({ every: 'custom', cron });
  });

  test.each([
    { every: 'hour', minute: '' },
    { every: 'hour', minute: '60' },
    { every: 'hour', minute: '1e1' },
    { every: 'day', time: '' },
    { every: 'week', time: '24:00' },
    { every: 'custom', cron: '  ' },
  ] as const)('%o is incomplete', (choices) => {
    expect(cronOf({ ...defaultChoices, ...choices })).toBeNull();
  });

  test('a time zone is shown without underscores', () => {
    expect(zoneText('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
  });
});
