import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtimeConfigSchema, type RuntimeConfig } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  knownKey,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import { testRuntimeConfig } from '../../../test/runtime-config.ts';
import { createReadiness } from '../server/health.ts';
import { createMetrics } from '../server/metrics.ts';
import { operatorPages } from './service-pages.ts';
import { statusPages } from './status-page.ts';

let webDir: string;
let server: HttpServer;
let bare: HttpServer;
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'shotwright-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>App</title>');
  writeFileSync(join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(webDir, 'assets', 'main-a1b2.js'), 'export {};');
  server = await startHttpServer({ webDir });
  bare = await startHttpServer({ webDir: join(webDir, 'not-there') });
});
afterAll(async () => {
  await server.close();
  await bare.close();
  rmSync(webDir, { recursive: true });
});

test.each([
  '/',
  '/dashboard',
  '/dashboard/',
  '/dashboard/files?page=2',
  '/dashboard/batches/6f0d?from=/x',
  '/staff/tickets/7',
  '/register',
])('the dashboard is served at %s and revalidated each time', async (path) => {
  const response = await server.request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(await response.text()).toContain('<title>App</title>');
});

test.each(['/nowhere', '/dashboard/nowhere', '/dashboard/files/7', '/register/now'])(
  '[NF-2] the dashboard is served at the unknown path %s with the status 404',
  async (path) => {
    const response = await server.request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<title>App</title>');
  },
);

test('files with a hash in their name are cached permanently, others are revalidated', async () => {
  const asset = await server.request('/assets/main-a1b2.js');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toContain('javascript');
  const icon = await server.request('/favicon.svg');
  expect(icon.headers.get('cache-control')).toBe('public, max-age=0');
});

test.each([
  '/assets/gone.js',
  '/robots.txt',
  '/.env',
  '/assets/..%2f..%2fetc/passwd',
  '/a/%2e%2e/x.js',
])('an unknown path with a file name returns 404, not the dashboard: %s', async (path) => {
  const response = await server.request(path);
  expect([403, 404]).toContain(response.status);
  expect(await response.text()).not.toContain('<title>App</title>');
});

test('without a built dashboard a page states how to build it, and the API works', async () => {
  const response = await bare.request('/');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
  expect((await bare.request('/health/live')).status).toBe(200);
});

test('the dashboard configuration is available without a session', async () => {
  const response = await server.request('/config.json');
  expect(runtimeConfigSchema.safeParse(await response.json()).success).toBe(true);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('the private hosts that captures may reach are shown to signed-in users only', async () => {
  const privateTargets = ['10.1.0.0/16'];
  const runtimeConfig = { ...testRuntimeConfig, privateTargets };
  await using open = await startOpenServer(runtimeConfig);
  const read = async (headers: HeadersInit = {}): Promise<unknown> =>
    runtimeConfigSchema.parse(await (await open.request('/config.json', { headers })).json());
  expect(await read(sessionHeaders())).toEqual(runtimeConfig);
  const hidden = { ...runtimeConfig, privateTargets: [] };
  expect(await read()).toEqual(hidden);
  expect(await read({ cookie: 'shotwright_session=wrong; shotwright_csrf=wrong' })).toEqual(hidden);
  expect(await read({ 'x-api-key': knownKey })).toEqual(hidden);
});

test('readiness is 200 only while every dependency responds, and names the one that does not', async () => {
  let isUp = true;
  let checks = 0;
  let nowMs = 0;
  const readiness = createReadiness(
    {
      database: async () => {
        checks += 1;
        return isUp;
      },
      browser: async () => true,
    },
    { now: () => new Date(nowMs) },
  );
  const probed = await startHttpServer({
    pages: operatorPages({ readiness, metrics: createMetrics(), details: () => ({ a: 1 }) }),
  });
  try {
    const ready = await probed.request('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', database: true, browser: true, details: { a: 1 } },
    ]);
    await probed.request('/health/ready');
    expect(checks).toBe(1);
    isUp = false;
    nowMs += 5_000;
    const down = await probed.request('/health/ready');
    expect([down.status, await down.json()]).toEqual([
      503,
      { status: 'not_ready', database: false, browser: true, details: { a: 1 } },
    ]);
    isUp = true;
    expect((await probed.request('/health/ready')).status).toBe(200);
  } finally {
    await probed.close();
  }
});

test('a dependency check that throws is reported as not ready', async () => {
  const readiness = createReadiness(
    { database: () => Promise.reject(new Error('gone')) },
    { now: () => new Date() },
  );
  expect(await readiness()).toEqual({ isReady: false, parts: { database: false } });
});

test('metrics count requests by the pattern of their route, never by id', async () => {
  await server.request('/docs/errors/dns_error');
  const text = await (await server.request('/metrics')).text();
  expect(text).toMatch(
    /shotwright_http_request_seconds_count\{method="GET",route="\/docs\/errors\/:code",status="200"\} 1/,
  );
  expect(text).toContain('process_resident_memory_bytes');
});

test('a gauge is read when the metrics are requested', async () => {
  const metrics = createMetrics();
  let waiting = 3;
  metrics.gauge('test_waiting', { help: 'h', read: () => waiting });
  metrics.gauges('test_depth', {
    help: 'h',
    label: 'queue',
    read: async () => new Map([['screenshot.run', waiting * 2]]),
  });
  expect(await metrics.print()).toContain('test_waiting 3');
  waiting = 4;
  const text = await metrics.print();
  expect(text).toContain('test_waiting 4');
  expect(text).toContain('test_depth{queue="screenshot.run"} 8');
});

/** Starts a server with this configuration; it is closed at the end of its scope. */
async function startOpenServer(runtimeConfig: RuntimeConfig) {
  const { request, close } = await startHttpServer({}, { runtimeConfig });
  return { request, [Symbol.asyncDispose]: close };
}

test('[GP-6] the status page says for people and programs which parts work, without a session', async () => {
  let works = true;
  const pages = statusPages({
    readiness: async () => ({ isReady: works, parts: { database: true, storage: works } }),
    productName: 'Shot & Co',
  });
  const status = await startHttpServer({ pages });
  try {
    const read = async () => {
      const [page, json] = await Promise.all([
        status.request('/status'),
        status.request('/status.json'),
      ]);
      expect([page.status, json.status]).toEqual([200, 200]);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      return { page: await page.text(), json: await json.json() };
    };
    const good = await read();
    expect(good.page).toContain('<h1>Everything works</h1>');
    expect(good.page).toContain('<title>Everything works · Shot &amp; Co</title>');
    expect(good.json).toMatchObject({ status: 'works', parts: { database: true, storage: true } });
    works = false;
    const bad = await read();
    expect(bad.page).toContain('<h1>Some parts do not work</h1>');
    expect(bad.page).toContain('<li><span>Database</span><b>Works</b></li>');
    expect(bad.page).toContain('<li><span>Storage of images</span><b>Unavailable</b></li>');
    expect(bad.json.status).toBe('degraded');
  } finally {
    await status.close();
  }
});
