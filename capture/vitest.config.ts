import { defineProject } from 'vitest/config';
import { maxCaptureWorkers } from '../vitest.workers.ts';

export default defineProject({
  test: {
    name: 'capture',
    // A busy machine is slow, not wrong: conditions are awaited as long as a test may reasonably take.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: maxCaptureWorkers,
    // Starting a process and loading the engine for each file took as long as many a file's tests;
    // its modules keep only which users and versions of browsers there are.
    isolate: false,
    // As in production (record 0027): otherwise decoded images start a full collection each.
    execArgv: ['--external-memory-accounted-in-global-limit'],
    include: ['**/*.test.ts'],
    exclude: ['test/patterns/**', '**/*.faults.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
