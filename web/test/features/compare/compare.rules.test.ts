import { describe, expect, test } from 'vitest';
import { comparisonLimits } from '@shotwright/contract/paths';
import {
  numberText,
  ranges,
  readNumber,
  readRegions,
  readZoom,
  regionBetween,
  regionsText,
  zoomText,
} from '../../../src/features/compare/compare.rules.ts';

describe('regions in the URL', () => {
  const regions = [
    { x: 0, y: 10, width: 1_280, height: 80 },
    { x: 4, y: 5, width: 6, height: 7 },
  ];

  test('[RP-1] they are read as they were written', () => {
    expect(regionsText(regions)).toBe('0,10,1280,80;4,5,6,7');
    expect(readRegions(regionsText(regions))).toEqual(regions);
    expect(regionsText([])).toBeNull();
    expect(readRegions(null)).toEqual([]);
  });

  test('[RP-1] invalid ones are left out, and those above the limit', () => {
    const text = '1,2,3;1,2,0,4;-1,2,3,4;a,b,c,d;1,2,3,4,5;1.5,2,3,4;9,9,1000001,1;4,5,6,7';
    expect(readRegions(text)).toEqual([regions[1]]);
    const many = Array.from({ length: comparisonLimits.ignoredRegions + 1 }, () => '1,2,3,4');
    expect(readRegions(many.join(';'))).toHaveLength(comparisonLimits.ignoredRegions);
  });
});

test('[RP-1] a drawn region has whole pixels, in each direction of the drag, inside of the images', () => {
  const area = { width: 100, height: 50 };
  const expected = { x: 10, y: 20, width: 31, height: 11 };
  const [one, other] = [
    { x: 10.4, y: 20.9 },
    { x: 40.2, y: 30.1 },
  ];
  expect(regionBetween({ one, other }, area)).toEqual(expected);
  expect(regionBetween({ one: other, other: one }, area)).toEqual(expected);
  expect(regionBetween({ one: { x: -5, y: -5 }, other: { x: 500, y: 500 } }, area)).toEqual({
    x: 0,
    y: 0,
    ...area,
  });
  expect(regionBetween({ one: { x: 100, y: 50 }, other: { x: 120, y: 60 } }, area)).toEqual({
    x: 99,
    y: 49,
    width: 1,
    height: 1,
  });
});

test('[RP-1] numbers and zoom levels of the URL that are not valid are the defaults', () => {
  for (const text of [null, '', '-1', '101', 'x', '1e2', '0x10'])
    expect(readNumber(text, ranges.position)).toBe(50);
  expect(readNumber('0', ranges.position)).toBe(0);
  expect(readNumber('0.05', ranges.threshold)).toBe(0.05);
  expect([numberText(50, ranges.position), numberText(0, ranges.position)]).toEqual(['', '0']);
  for (const text of [null, '', '3', 'x']) expect(readZoom(text)).toBe('fit');
  for (const zoom of ['fit', 0.25, 1, 4] as const) expect(readZoom(zoomText(zoom))).toBe(zoom);
});
