import { defineConfig } from 'vitest/config';

/** Projects of the unit and integration suite; each room tests itself. */
export default defineConfig({
  test: { projects: ['contract', 'capture', 'server', 'web', 'scripts', 'bench'] },
});
