import { expect, test } from 'vitest';
import { screensOf, screensOfPanels } from '../src/page/screenshot/screens.ts';

/** Screens as `scroll position: rows from the top of the image`. */
const lines = (screens: ReturnType<typeof screensOf>): string[] =>
  screens.map(({ scrollPx, fromPx, endPx, topPx }) => {
    expect(topPx).toBe(scrollPx + fromPx);
    return `${scrollPx}: ${topPx}-${topPx + endPx - fromPx}`;
  });

test('the last screen of a page adds only what no other has shown', () => {
  const screens = screensOf({ heightPx: 1900, viewPx: 800 }, null);
  expect(lines(screens)).toEqual(['0: 0-800', '800: 800-1600', '1100: 1600-1900']);
});

test('a panel is shown as a whole when it comes and when it goes', () => {
  const screens = screensOfPanels({ heightPx: 5200, viewPx: 800 }, [[1000, 2600]]);
  expect(lines(screens)).toEqual([
    '0: 0-800',
    '800: 800-1000',
    '1000: 1000-1800',
    '1800: 1800-2600',
    '2600: 2600-3400',
    '3400: 3400-4200',
    '4200: 4200-5000',
    '4400: 5000-5200',
  ]);
});

test('less than a screen between two whole ones shows the lower part of a panel', () => {
  const screens = screensOfPanels({ heightPx: 3000, viewPx: 800 }, [[0, 1000]]);
  expect(lines(screens)).toEqual([
    '0: 0-800',
    '200: 800-1000',
    '1000: 1000-1800',
    '1800: 1800-2600',
    '2200: 2600-3000',
  ]);
});

test('a panel at the end of the page, and one in another, need no screens of their own', () => {
  const ranges = [
    [800, 1600],
    [1200, 2200],
    [2000, 3000],
  ] as const;
  const screens = screensOfPanels({ heightPx: 3200, viewPx: 800 }, ranges);
  expect(lines(screens)).toEqual([
    '0: 0-800',
    '800: 800-1600',
    '1600: 1600-2400',
    '2400: 2400-3200',
  ]);
});
