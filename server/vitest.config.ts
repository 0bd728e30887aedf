import { defineProject } from 'vitest/config';

/** A shared machine that is busy elsewhere may miss a deadline once; what fails twice is broken. */
const retry = process.env['CI'] === 'true' ? 1 : 0;

export default defineProject({
  test: {
    name: 'server',
    include: ['**/*.test.ts'],
    globalSetup: ['./test/global-setup.ts'],
    testTimeout: 30_000,
    retry,
    hookTimeout: 60_000,
  },
});
