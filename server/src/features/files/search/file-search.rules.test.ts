import { expect, test } from 'vitest';
import { idsBetween, periodsBetween } from './file-search.rules.ts';

test('periods are of three days, of fifty in an old account, and absent if there are too many', () => {
  expect(periodsBetween('01a12fff-0000', '01a0ff00-0000')).toEqual([
    '01a12',
    '01a11',
    '01a10',
    '01a0f',
  ]);
  const old = periodsBetween('01a12fff-0000', '01900000-0000') ?? [];
  expect(old.slice(0, 3)).toEqual(['01a1', '01a0', '019f']);
  expect(old.at(-1)).toBe('0190');
  expect(periodsBetween('ffffffff-0000', '00000000-0000')).toBeNull();
});

test('samples are spread evenly over the time of an account, up to its newest file', () => {
  const ids = idsBetween(
    '00000000-0064-7000-8000-000000000009',
    '00000000-0000-7000-8000-00000000000a',
    4,
  );
  expect(ids.map((id) => id.slice(0, 13))).toEqual([
    '00000000-0019',
    '00000000-0032',
    '00000000-004b',
    '00000000-0064',
  ]);
  expect(ids.at(-1)).toBe('00000000-0064-7000-8000-000000000009');
});
