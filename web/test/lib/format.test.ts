import { describe, expect, test } from 'vitest';
import {
  browserTimeZone,
  truncate,
  formatAge,
  formatAhead,
  formatCredits,
  formatDate,
  formatDateRange,
  formatDuration,
  formatSize,
  formatStatus,
  formatTicketDate,
  maskKey,
  splitName,
  transactionId,
  userTimeZone,
} from '../../src/lib/format/format.ts';
import { setPreferredTimeZone } from '../../src/lib/format/time-zones.ts';

describe('formatting', () => {
  test.each([
    [176_897_229, '168.7 MB'],
    [1_536, '1.5 KB'],
    [1_024, '1 KB'],
    [1_023, '1023 B'],
    [1_048_575, '1 MB'],
    [1_234_567, '1.18 MB'],
    [5 * 1024 ** 4, '5120 GB'],
    [0, '0 B'],
    [-3, '0 B'],
    [null, '0 B'],
    [undefined, '0 B'],
    [Number.NaN, '0 B'],
  ])('[FT-1] %s bytes are %s', (size, expected) => {
    expect(formatSize(size)).toBe(expected);
  });

  test('[FT-1] the Overview shows 0 Bytes', () => {
    expect(formatSize(0, '0 Bytes')).toBe('0 Bytes');
  });

  test.each([
    [2.5, '2.50s'],
    [0, '0.00s'],
    [1.005, '1.00s'],
    [null, '-'],
    [undefined, '-'],
    [Number.NaN, '-'],
  ])('[FT-2] a duration of %s is %s', (seconds, expected) => {
    expect(formatDuration(seconds)).toBe(expected);
  });

  test.each([
    [-1, '0'],
    [0, '0'],
    [12_345, '12,345'],
  ])('[FT-3] %s credits are formatted as %s', (credits, expected) => {
    expect(formatCredits(credits)).toBe(expected);
  });

  test.each([
    ['2025-01-05', 'America/Los_Angeles', 'Jan 05, 2025'],
    ['2025-01-05', 'Asia/Tokyo', 'Jan 05, 2025'],
    ['2025-01-05T23:30:00.000Z', 'UTC', 'Jan 05, 2025'],
    ['2025-01-05T23:30:00.000Z', 'Asia/Tokyo', 'Jan 06, 2025'],
    ['2025-01-05T03:30:00.000Z', 'America/Los_Angeles', 'Jan 04, 2025'],
    ['2025-03-09T07:59:00.000Z', 'America/Los_Angeles', 'Mar 08, 2025'],
    ['2025-03-10T06:59:00.000Z', 'America/Los_Angeles', 'Mar 09, 2025'],
    ['2025-03-10T07:00:00.000Z', 'America/Los_Angeles', 'Mar 10, 2025'],
  ])('[FT-4] [FT-6] %s in %s is %s', (value, zone, expected) => {
    expect(formatDate(value, zone)).toBe(expected);
  });

  test.each([
    ['2025-01-05', '2025-02-05', 'Jan 05 - Feb 05, 2025'],
    ['2024-12-20', '2025-01-20', 'Dec 20, 2024 - Jan 20, 2025'],
  ])('[FT-5] %s to %s is %s', (start, end, expected) => {
    expect(formatDateRange(start, end, 'UTC')).toBe(expected);
  });

  test.each(['', 'yesterday', '2025-13-40'])('[FT-7] %j is an invalid date', (value) => {
    expect(formatDate(value, 'UTC')).toBe('Invalid date');
    expect(formatDateRange(value, '2025-01-01', 'UTC')).toBe('Invalid date range');
    expect(formatDateRange('2025-01-01', value, 'UTC')).toBe('Invalid date range');
    expect(formatTicketDate(value, 'UTC')).toBe('Invalid date');
  });

  test('[FT-8] a ticket date uses plain spaces', () => {
    expect(formatTicketDate('2025-01-05T15:04:00.000Z', 'UTC')).toBe('Jan 05, 2025, 03:04 PM');
  });

  test('[FT-9] a key is masked with at most 40 dots, and text is truncated only if too long', () => {
    expect(maskKey('abc')).toBe('•••');
    expect(maskKey('x'.repeat(60))).toBe('•'.repeat(40));
    expect(truncate('x'.repeat(40), 40)).toBe('x'.repeat(40));
    expect(truncate('x'.repeat(41), 40)).toBe(`${'x'.repeat(40)}...`);
    expect(truncate('😀😀', 1)).toBe('😀...');
  });

  test('[FT-10] a transaction shows the last 8 characters of its session', () => {
    expect(transactionId('cs_test_1234567890')).toBe('34567890');
    expect(transactionId('short')).toBe('short');
  });

  test('[FT-11] underscores of a status become spaces', () => {
    expect(formatStatus('IN_PROGRESS')).toBe('IN PROGRESS');
  });

  test.each([
    [3, 'just now'],
    [180, '3 minutes ago'],
    [7_200, '2 hours ago'],
    [86_400, 'yesterday'],
  ])('an instant %s seconds ago is %s', (seconds, expected) => {
    expect(formatAge(new Date(1e12 - seconds * 1000).toISOString(), 1e12)).toBe(expected);
  });

  test.each([
    [0, 'just now'],
    [-60, '1 minute ago'],
    [45, 'in 45 seconds'],
    [119, 'in 119 seconds'],
    [120, 'in 2 minutes'],
    [7_170, 'in 120 minutes'],
    [13 * 3_600, 'in 13 hours'],
    // Two days later by the calendar, which is not tomorrow.
    [38 * 3_600, 'in 38 hours'],
    [62 * 3_600, 'in 3 days'],
    [40 * 86_400, 'in 40 days'],
    [800 * 86_400, 'in 2 years'],
  ])('[SS-10] what is %i s ahead is %s', (seconds, expected) => {
    expect(formatAhead(new Date(1e12 + seconds * 1000).toISOString(), 1e12)).toBe(expected);
  });

  test.each([
    ['Ada', 'Ada', ''],
    ['Ada King Lovelace', 'Ada', 'King Lovelace'],
    ['  Ada  Lovelace ', 'Ada', 'Lovelace'],
    ['', '', ''],
  ])('[SU-12] the name %j is split into %j and %j', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});

test('[ST-13] a chosen time zone applies to dates; without one, or with an unknown one, it is that of the browser', () => {
  const late = '2026-12-07T23:30:00.000Z';
  const before = formatDate(late);
  expect(userTimeZone()).toBe(browserTimeZone());
  setPreferredTimeZone('Asia/Tokyo');
  expect([userTimeZone(), formatDate(late)]).toEqual(['Asia/Tokyo', 'Dec 08, 2026']);
  setPreferredTimeZone('Mars/Olympus');
  expect([userTimeZone(), formatDate(late)]).toEqual([browserTimeZone(), before]);
  setPreferredTimeZone('UTC');
  setPreferredTimeZone(undefined);
  expect(formatDate(late)).toBe(before);
});
