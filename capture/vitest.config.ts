import { defineProject } from 'vitest/config';
import { maxWorkers } from '../vitest.workers.ts';

/** A shared machine that is busy elsewhere may miss a deadline once; what fails twice is broken. */
const retry = process.env['CI'] === 'true' ? 1 : 0;

export default defineProject({
  test: {
    name: 'capture',
    maxWorkers,
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
    retry,
    hookTimeout: 60_000,
  },
});
