import { defineConfig } from '@playwright/test';

/** Stories in a real browser over the built system. */
export default defineConfig({
  testMatch: '*.spec.ts',
  // Stories that assert times have a separate command: `npm run bench:screens`.
  testIgnore: 'speed/**',
  // One at a time, because the browser, the server, its database and its capture browser share the
  // available cores.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    launchOptions: {
      ...(process.env['BROWSER_PATH'] && { executablePath: process.env['BROWSER_PATH'] }),
      args: ['--no-sandbox'],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  },
});
