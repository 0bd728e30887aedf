import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testRuntimeConfig } from '../../../test/runtime-config.ts';
import { docsPages } from './docs-pages.ts';
import { openApiDocument } from './openapi.ts';

test('a start renders no page of the documentation; the first request does', async () => {
  let readings = 0;
  const pages = docsPages({
    document: () => {
      readings += 1;
      return openApiDocument();
    },
    runtimeConfig: testRuntimeConfig,
    publicUrl: 'http://localhost:3000',
    devices: [],
    rateLimits: { key: 6_000, session: 3_000, address: 20_000, link: 120 },
  });
  // The index of the search renders one page after each turn of the event loop.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(readings).toBe(0);
  const page = pages.find(({ path }) => path === '/docs/search');
  await page?.respond({
    params: {},
    query: { q: 'wait' },
    ip: '127.0.0.1',
    cookie: () => undefined,
    isSignedIn: async () => false,
  });
  expect(readings).toBeGreaterThan(0);
});
