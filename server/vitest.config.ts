import { defineProject } from 'vitest/config';
import { groupOrder, maxWorkers } from '../vitest.workers.ts';

export default defineProject({
  test: {
    name: 'server',
    // A busy machine is slow, not wrong: conditions are awaited as long as a test may reasonably take.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers,
    sequence: { groupOrder },
    // Loading the server again for each file took as long as the tests; its modules keep no state, only what they make does.
    isolate: false,
    // As in production (record 0027): otherwise decoded images start a full collection each.
    execArgv: ['--external-memory-accounted-in-global-limit'],
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.faults.test.ts'],
    globalSetup: ['./test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
