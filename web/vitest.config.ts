import react from '@vitejs/plugin-react';
import { defineProject } from 'vitest/config';
import { maxWorkers } from '../vitest.workers.ts';

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    maxWorkers,
    // Starting jsdom and React anew for each file took as long as the tests; set-up gives each file our modules anew.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/setup.ts'],
    testTimeout: 30_000,
    restoreMocks: true,
  },
});
