import { expect, test } from 'vitest';
import { readRetryAfter, retryDelaySeconds } from './retry.rules.ts';

const hour = 3_600;
const delayAfter = (
  attempts: number,
  changes: { random?: number; retryAfterSeconds?: number } = {},
) =>
  retryDelaySeconds({
    attempts,
    maxAttempts: 10,
    retryAfterSeconds: changes.retryAfterSeconds,
    random: changes.random ?? 0.5,
  });

test('[WH-10] ten attempts: at once, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => delayAfter(attempts))).toEqual([
    5,
    300,
    1_800,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ]);
  expect(delayAfter(10)).toBeUndefined();
});

test('[WH-10] jitter changes a retry delay by up to a fifth either way', () => {
  expect(delayAfter(2, { random: 0 })).toBe(240);
  expect(delayAfter(2, { random: 1 })).toBe(360);
});

test('[WH-10] Retry-After applies if it is longer than the schedule, up to a day', () => {
  expect(delayAfter(1, { retryAfterSeconds: 90 })).toBe(90);
  expect(delayAfter(2, { retryAfterSeconds: 90 })).toBe(300);
  expect(delayAfter(1, { retryAfterSeconds: 1_000_000 })).toBe(24 * hour);
  expect(delayAfter(10, { retryAfterSeconds: 90 })).toBeUndefined();
});

test.each([
  ['120', 120],
  [' 5 ', 5],
  ['Mon, 05 Jan 2026 15:01:00 GMT', 60],
  ['Mon, 05 Jan 2026 14:00:00 GMT', 0],
  ['-5', undefined],
  ['soon', undefined],
  ['2026-01-05T15:01:00Z', undefined],
  ['9'.repeat(4_000), undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is parsed as seconds or as an HTTP date only', (header, seconds) => {
  expect(readRetryAfter(header, new Date('2026-01-05T15:00:00Z'))).toBe(seconds);
});
