import { defineConfig } from '@playwright/test';

/** Stories in a real browser over the built system. */
export default defineConfig({
  testMatch: '*.spec.ts',
  // Stories that assert times have a separate command: `npm run bench:screens`.
  testIgnore: 'e2e/speed/**',
  // Each has its own product on its own data. One would leave the second core idle half of the time.
  workers: 2,
  // A busy machine is slow, not wrong: conditions are awaited as long as a story may reasonably take.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    // A lost element fails its story by name instead of by the end of its time.
    actionTimeout: 60_000,
    launchOptions: {
      ...(process.env['BROWSER_PATH'] && { executablePath: process.env['BROWSER_PATH'] }),
      args: ['--no-sandbox'],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  },
});
