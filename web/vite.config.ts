import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

/**
 * What several pages share comes in few files: left alone, each icon becomes one, and a page waits for sixty of them, six at
 * a time. What one or two pages need stays beside them.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: 'popups', test: /[\\/]@(base-ui|floating-ui)[\\/]/, minShareCount: 2, priority: 1 },
  { name: 'shared', minShareCount: 3 },
];

/** Builds the dashboard into `web/dist`, which the server answers for every path outside the API. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    // `default-src 'self'` refuses data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The contract's modules only define data: what the dashboard does not name (the zod schemas) is left out.
      treeshake: { moduleSideEffects: [{ test: /\/contract\/src\//, sideEffects: false }] },
      output: { codeSplitting: { groups } },
    },
  },
  server: {
    proxy: { '/api': server, '/config.json': server, '/preview-frame': server, '/docs': server },
  },
});
