import { expect, test } from 'vitest';
import { deviceNames, findDevice } from '../src/devices.ts';

test('device names are sorted and unique', () => {
  const names = deviceNames();
  expect(names.length).toBeGreaterThan(150);
  expect(new Set(names).size).toBe(names.length);
  expect(deviceNames()).toEqual(names);
});

test('every device has a size, scale and user agent within the limits', () => {
  for (const name of deviceNames()) {
    const device = findDevice(name);
    expect(device).toEqual({
      name,
      widthPx: expect.any(Number),
      heightPx: expect.any(Number),
      deviceScaleFactor: expect.any(Number),
      isMobile: expect.any(Boolean),
      hasTouch: expect.any(Boolean),
      userAgent: expect.stringMatching(/^Mozilla\/5\.0 /),
    });
  }
  expect(findDevice('Pixel 7')).toMatchObject({ widthPx: 412, isMobile: true, hasTouch: true });
});

test('an unknown device is undefined', () => {
  expect(findDevice('pixel 7')).toBeUndefined();
  expect(findDevice('__proto__')).toBeUndefined();
});
