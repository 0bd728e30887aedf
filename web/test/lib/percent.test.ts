import { describe, expect, test } from 'vitest';
import { limitText, percentText } from '../../src/lib/format/percent.ts';

describe('percentages', () => {
  test.each([
    [0, '0 %'],
    [0.000_01, '< 0.01 %'],
    [0.000_2, '0.02 %'],
    [0.001_425, '0.14 %'],
    [0.013_1, '1.3 %'],
    [0.5, '50 %'],
    [0.999_9, '> 99.9 %'],
    [1, '100 %'],
  ])('[RP-1] a ratio of %d is %s', (ratio, text) => expect(percentText(ratio)).toBe(text));

  test.each([
    [0, '0 %'],
    [0.000_005, '0.0005 %'],
    [0.07, '7 %'],
    [1, '100 %'],
  ])('[RP-2] a limit of %d is %s', (ratio, text) => expect(limitText(ratio)).toBe(text));
});
