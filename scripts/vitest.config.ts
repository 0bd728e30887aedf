import { defineProject } from 'vitest/config';
import { groupOrder, maxWorkers } from '../vitest.workers.ts';

// Many tests start programs, some of which need seconds on a busy machine.
const timeoutMs = 60_000;

export default defineProject({
  test: {
    name: 'scripts',
    include: ['**/*.test.ts'],
    maxWorkers,
    sequence: { groupOrder },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
});
