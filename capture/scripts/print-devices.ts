// Writes capture/src/devices.data.json from Playwright's device registry. Usage: node
// capture/scripts/print-devices.ts
import { writeFileSync } from 'node:fs';
import { devices } from 'playwright-core';

const printed = Object.entries(devices).map(([name, device]) => ({
  name,
  widthPx: device.viewport.width,
  heightPx: device.viewport.height,
  deviceScaleFactor: device.deviceScaleFactor,
  isMobile: device.isMobile,
  hasTouch: device.hasTouch,
  userAgent: device.userAgent,
}));

const target = new URL('../src/devices.data.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(printed, null, 2)}\n`);
