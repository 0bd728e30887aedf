import { defineConfig } from '@playwright/test';

/** Stories in a real browser over the built system. */
export default defineConfig({
  testMatch: '*.spec.ts',
  // One at a time: the browser, the server, its database and its capture browser share what cores there are.
  workers: 1,
  timeout: 30_000,
  expect: { timeout: 7_500 },
  forbidOnly: true,
  // A shared machine that is busy elsewhere may miss a deadline once; what fails twice is broken.
  retries: process.env['CI'] === 'true' ? 1 : 0,
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
