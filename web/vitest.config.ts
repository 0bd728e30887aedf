import react from '@vitejs/plugin-react';
import { defineProject } from 'vitest/config';
import { groupOrder, maxWorkers } from '../vitest.workers.ts';

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    // On a busy machine conditions take longer without being wrong, so they are awaited as long as
    // a test may reasonably take.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers,
    sequence: { groupOrder },
    // Loading jsdom and React for each file took as long as the tests; the set-up resets our
    // modules for each file.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
