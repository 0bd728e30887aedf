import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

const pathTables = /contract[\\/]src[\\/]paths[\\/]/;
// The entry of the paths re-exports every table, so that all of them would count as initial.
const initialPathTables = /paths[\\/](accounts|browser-session|files|index|limits|plans)\.ts$/;

/**
 * Modules shared by several pages are bundled into few files: by default each icon becomes a
 * separate file, and a page waits for sixty of them, six at a time. Modules that one or two pages
 * need stay with those pages.
 */
const groups = [
  {
    name: 'start',
    tags: ['$initial' as const],
    test: (id: string) => !pathTables.test(id) || initialPathTables.test(id),
    priority: 4,
  },
  { name: 'webhook-samples', test: /contract[\\/]src[\\/]paths[\\/]webhook-samples/, priority: 3 },
  { name: 'operations', test: pathTables, priority: 2 },
  { name: 'popups', test: /[\\/]@(base-ui|floating-ui)[\\/]/, minShareCount: 2, priority: 1 },
  { name: 'shared', minShareCount: 3 },
];

/**
 * Builds the dashboard into `web/dist`, which the server returns for every path outside the API.
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    // `default-src 'self'` blocks data: URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The contract's modules only define data: exports that the dashboard does not use (the zod
      // schemas) are removed.
      treeshake: { moduleSideEffects: [{ test: /\/contract\/src\//, sideEffects: false }] },
      output: { codeSplitting: { groups } },
    },
  },
  server: {
    proxy: { '/api': server, '/config.json': server, '/preview-frame': server, '/docs': server },
  },
});
