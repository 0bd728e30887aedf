import { defineConfig } from 'vitest/config';
import { groupOrder, maxFaultWorkers } from './vitest.workers.ts';

/** Files whose tests kill, freeze, cut off or exhaust something: `npm run test:faults`. */
const faultTests = ['capture/test/**/*.faults.test.ts', 'server/src/**/*.faults.test.ts'];

/** Projects of the unit and integration suite; each workspace tests itself. */
export default defineConfig({
  test: {
    projects: [
      'contract',
      'capture',
      'capture/test/patterns',
      'server',
      'web',
      'sdk',
      'scripts',
      'bench',
      {
        test: {
          name: 'faults',
          // A busy machine is slow, not wrong: conditions are awaited as long as a test may reasonably take.
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: maxFaultWorkers,
          sequence: { groupOrder: groupOrder + 2 },
          isolate: false,
          // As in production (record 0027): otherwise decoded images start a full collection each.
          execArgv: ['--external-memory-accounted-in-global-limit'],
          include: faultTests,
          globalSetup: ['./server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
