import { join } from 'node:path';
import { defineProject } from 'vitest/config';
import { groupOrder, maxWorkers } from '../vitest.workers.ts';

// Programs are built, installed and started, and pages are captured, on a machine that may be busy.
const timeoutMs = 120_000;

/** Tests of the clients, all of them against one running product. */
export default defineProject({
  root: join(import.meta.dirname, '..'),
  test: {
    name: 'clients',
    // Many conditions start a program each time they are checked.
    expect: { poll: { timeout: 30_000 } },
    include: [
      'sdk/**/*.test.ts',
      'cli/**/*.test.ts',
      'mcp/**/*.test.ts',
      'integrations/**/*.test.ts',
    ],
    globalSetup: ['sdk/test/global-setup.ts'],
    maxWorkers,
    isolate: false,
    sequence: { groupOrder },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
});
