import { defineProject } from 'vitest/config';
import { groupOrder } from '../../../vitest.workers.ts';

export default defineProject({
  test: {
    name: 'patterns',
    // The captures of one file keep two processors busy. With those of more files a slow machine exceeds the limits
    // of a capture.
    maxWorkers: 1,
    sequence: { groupOrder: groupOrder + 1 },
    maxConcurrency: 8,
    isolate: false,
    // As in production (record 0027): otherwise decoded images start a full collection each.
    execArgv: ['--external-memory-accounted-in-global-limit'],
    include: ['*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
