import { defineConfig } from 'vitest/config';

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
    ],
  },
});
