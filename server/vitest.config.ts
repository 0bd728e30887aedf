import { defineProject } from 'vitest/config';
import { maxWorkers } from '../vitest.workers.ts';

export default defineProject({
  test: {
    name: 'server',
    maxWorkers,
    // Loading the server anew for each file took as long as the tests; its modules keep no state, only what they make does.
    isolate: false,
    include: ['**/*.test.ts'],
    globalSetup: ['./test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
