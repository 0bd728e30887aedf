import { projectEndpoints, screenshotEndpoints } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownKey, startHttpServer, type HttpServer } from '../../../test/http-server.ts';
import { testRuntimeConfig } from '../../../test/runtime-config.ts';
import { route } from '../route.ts';

let server: HttpServer;
beforeAll(async () => {
  const list = { ...projectEndpoints.listProjects, auth: 'session_or_key' } as const;
  server = await startHttpServer({
    isCheckingResponses: false,
    routes: [
      route(list, async () => ({ data: { projects: [] } })),
      route(screenshotEndpoints.captureUrl, async () => {
        throw new Error('not reached');
      }),
    ],
  });
});
afterAll(() => server.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('[DX-21] a browser that opens a call of the API gets a page that says how to call it', async () => {
  const response = await server.request('/api/v1/projects/list?a="><script>', { headers: browser });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    401,
    'text/html; charset=utf-8',
  ]);
  const html = await response.text();
  expect(html).toContain('curl "http://localhost:3000/api/v1/projects/list"');
  expect(html).toContain('href="/docs/errors/api_key_missing"');
  expect(html).toContain('href="/docs/quickstart"');
  expect(html).not.toContain('<script');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none';style-src 'sha256-");
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('[DX-21] a browser that opens a call of another method gets a page with that method', async () => {
  const response = await server.request('/api/v1/screenshots', { headers: browser });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  const html = await response.text();
  expect(html).toContain('<h1>GET does not exist here. Use POST.</h1>');
  expect(html).toContain('curl -X POST "http://localhost:3000/api/v1/screenshots"');
});

test('[RT-10] an unknown path of the API is JSON for browsers too', async () => {
  const response = await server.request('/api/v1/none', { headers: browser });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ status: 'error', statusCode: 404 });
});

test.each([true, false])(
  'an error says that nothing was charged only with billing: %s',
  async (billing) => {
    const runtimeConfig = { ...testRuntimeConfig, billing };
    const routes = [
      route(screenshotEndpoints.captureUrl, async () => {
        throw new Error('a defect');
      }),
    ];
    const one = await startHttpServer({ routes }, { runtimeConfig });
    const response = await one.request('/api/v1/screenshots', {
      method: 'POST',
      headers: { 'x-api-key': knownKey, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com' }),
    });
    const charged = billing ? '; nothing was charged' : '';
    const message = `An internal error occurred${charged}. Try again, or contact support.`;
    expect(await response.json()).toMatchObject({
      code: 'internal_error',
      message,
      error: message,
    });
    await one.close();
  },
);

test.each([
  ['asks for JSON', 'GET', { accept: 'application/json' }],
  ['accepts everything', 'GET', { accept: '*/*' }],
  ['sends a key', 'GET', { ...browser, 'x-api-key': 'sk_wrong' }],
  ['does not read', 'POST', browser],
])('[DX-21] a client that %s gets JSON', async (_name, method, headers) => {
  const response = await server.request('/api/v1/projects/list', { method, headers });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ status: 'error' });
});
