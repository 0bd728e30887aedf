import { describe, expect, test } from 'vitest';
import {
  normalizeDelay,
  normalizeSize,
  filterDelayInput,
  filterSizeInput,
} from '../../../src/features/playground/form/capture-form.rules.ts';

describe('sizes', () => {
  test.each([
    ['width', '99', '100'],
    ['width', '100', '100'],
    ['width', '7680', '7680'],
    ['width', '7681', '7680'],
    ['height', '1', '100'],
    ['height', '4320', '4320'],
    ['height', '99999', '4320'],
  ] as const)('[PG-7] a %s of %s settles at %s', (side, typed, settled) => {
    expect(normalizeSize(side, typed)).toBe(settled);
  });

  test('[PG-7] an empty size becomes 1280 by 720', () => {
    expect([normalizeSize('width', ''), normalizeSize('height', ' ')]).toEqual(['1280', '720']);
  });

  test('[PG-7] negative and non-numeric input changes nothing', () => {
    expect(['-', '-5', '12a', '1e3', '1.5'].map((typed) => filterSizeInput('640', typed))).toEqual(
      Array.from({ length: 5 }, () => '640'),
    );
    expect([filterSizeInput('640', ''), filterSizeInput('640', '6400')]).toEqual(['', '6400']);
  });
});

test('[PG-11] a delay settles between 0 and 60 seconds', () => {
  expect(['', '0', '2.5', '60', '61', '999'].map(normalizeDelay)).toEqual([
    '0',
    '0',
    '2.5',
    '60',
    '60',
    '60',
  ]);
  expect([
    filterDelayInput('3', '-1'),
    filterDelayInput('3', '3.'),
    filterDelayInput('3', '3.25'),
  ]).toEqual(['3', '3.', '3.25']);
});
