import { expect, test } from 'vitest';
import { groupDevices } from '../../../src/features/playground/form/device-groups.rules.ts';

const device = (name: string, width: number, isMobile = true) => ({
  name,
  width,
  height: width * 2,
  deviceScaleFactor: 1,
  isMobile,
});

test('[PG-35] popular devices are first in their group, after the recent ones, and none is repeated', () => {
  const details = [
    device('Blackberry PlayBook', 600),
    device('BlackBerry Z30', 360),
    device('iPad Mini', 768),
    device('iPhone 15', 393),
    device('iPhone 17', 402),
    device('Desktop Firefox', 1280, false),
    device('Desktop Chrome', 1280, false),
  ];
  const names = details.map(({ name }) => name);
  const groups = groupDevices({ names, details, recent: ['BlackBerry Z30'] });
  expect(groups.map(({ value, items }) => [value, items.map(({ name }) => name)])).toEqual([
    ['Recent', ['BlackBerry Z30']],
    ['Phone', ['iPhone 17', 'iPhone 15', 'BlackBerry Z30']],
    ['Tablet', ['iPad Mini', 'Blackberry PlayBook']],
    ['Desktop', ['Desktop Chrome', 'Desktop Firefox']],
  ]);
});
