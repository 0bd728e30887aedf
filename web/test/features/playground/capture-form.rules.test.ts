import { filterNumberInput, normalizeNumber } from '@shotwright/contract/capture-options';
import { describe, expect, test } from 'vitest';

describe('sizes', () => {
  test.each([
    ['width', '99', '100'],
    ['width', '100', '100'],
    ['width', '7680', '7680'],
    ['width', '7681', '7680'],
    ['height', '1', '100'],
    ['height', '4320', '4320'],
    ['height', '99999', '4320'],
  ] as const)('[PG-7] a %s of %s is clamped to %s', (side, typed, settled) => {
    expect(normalizeNumber(side, typed)).toBe(settled);
  });

  test('[PG-7] an empty size becomes 1280 by 720', () => {
    expect([normalizeNumber('width', ''), normalizeNumber('height', ' ')]).toEqual(['1280', '720']);
  });

  test('[PG-7] negative and non-numeric input changes nothing', () => {
    expect(
      ['-', '-5', '12a', '1e3', '1.5'].map((typed) =>
        filterNumberInput('width', { previous: '640', typed }),
      ),
    ).toEqual(Array.from({ length: 5 }, () => '640'));
    expect([
      filterNumberInput('width', { previous: '640', typed: '' }),
      filterNumberInput('width', { previous: '640', typed: '6400' }),
    ]).toEqual(['', '6400']);
  });
});

test('[PG-11] a delay is clamped to 0 to 60 seconds', () => {
  expect(
    ['', '0', '2.5', '60', '61', '999'].map((typed) => normalizeNumber('delay', typed)),
  ).toEqual(['0', '0', '2.5', '60', '60', '60']);
  expect([
    filterNumberInput('delay', { previous: '3', typed: '-1' }),
    filterNumberInput('delay', { previous: '3', typed: '3.' }),
    filterNumberInput('delay', { previous: '3', typed: '3.25' }),
  ]).toEqual(['3', '3.', '3.25']);
});
