import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { endpoints, type Endpoint, type Screenshot } from '@shotwright/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestKey } from '../../../test/app.ts';

let site: Server;
let siteUrl: string;
let app: TestApp;
let key: TestKey;
beforeAll(async () => {
  site = createServer((_, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<!doctype html><body style="margin:0;padding:20px;background:#0a0">A green page');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  siteUrl = `http://127.0.0.1:${port}/`;
  app = await startTestApp({
    hasWorker: true,
    env: { ALLOW_PRIVATE_TARGETS: `127.0.0.1:${port}` },
  });
  key = await app.apiKey();
});
afterAll(async () => {
  await app?.close();
  site.close();
});

const all: readonly Endpoint[] = Object.values(endpoints);
const id = '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42';
const pathOf = ({ path }: Endpoint) =>
  `/api/v1${path
    .replaceAll('{id}', path.startsWith('/screenshots') ? id : '1')
    .replaceAll('{name}', 'image.png')
    .replaceAll(/\{\w+\}/g, '1')}`;

test.each(
  all.filter(({ auth }) => auth !== 'public').map((one) => [one.operationId, one] as const),
)('[AU-12] %s rejects unauthenticated callers before it reads their input', async (_, endpoint) => {
  const response = await app.request(pathOf(endpoint), {
    method: endpoint.method,
    headers: { 'content-type': 'text/plain' },
    ...(endpoint.method !== 'GET' && { body: 'anything' }),
  });
  // Staff endpoints are hidden, and a link without a signature is no link.
  const statuses: Readonly<Record<string, number>> = { staff: 404, key_or_link: 403 };
  expect(response.status).toBe(statuses[endpoint.auth] ?? 401);
});

test('[DX-2] one call with an API key writes a screenshot of the page', async () => {
  const response = await key.call('POST', '/screenshots', {
    url: siteUrl,
    width: 300,
    height: 200,
    response_type: 'image',
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('x-credits-remaining')).toBe('99');
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([300, 200]);
  expect([...data.subarray(0, 3)]).toEqual([0, 170, 0]);
});

test('[PA-3] the status URL of an accepted capture can be followed to its image', async () => {
  const accepted = await key.call('POST', '/html-to-image', { html: '<h1>Hello</h1>', wait: 20 });
  const { requestId, statusUrl }: { requestId: string; statusUrl: string } = await accepted.json();
  expect(statusUrl).toBe(`${app.url}/api/v1/screenshots/${requestId}`);
  const followed = await key.call('GET', `/screenshots/${requestId}`);
  const { data }: { data: Screenshot } = await followed.json();
  expect(data).toMatchObject({ status: 'COMPLETE', type: 'HTML', creditsCharged: 1 });
  const image = await key.call('GET', `/screenshots/${requestId}/image`);
  const linked = await fetch(data.screenshotUrl ?? '');
  expect(linked.status).toBe(200);
  expect(await linked.bytes()).toEqual(await image.bytes());
});

test('screenshots of another organisation return 404', async () => {
  const accepted = await key.call('POST', '/html-to-image', { html: '<p>mine', wait: 20 });
  const { requestId }: { requestId: string } = await accepted.json();
  const otherKey = await app.apiKey();
  for (const path of [`/screenshots/${requestId}`, `/screenshots/${requestId}/image`])
    expect((await otherKey.call('GET', path)).status).toBe(404);
});

test('dashboard requests by session return real data', async () => {
  const person = await app.session();
  const created = await person.call('POST', '/projects', { name: ' Site ' });
  expect(created.status).toBe(201);
  const { data }: { data: { project: { id: number } } } = await created.json();
  const capture = await person.call('POST', '/screenshots/dashboard', {
    url: siteUrl,
    project_id: data.project.id,
  });
  expect(await capture.json()).toMatchObject({ status: 'success', creditRequired: 1 });
  const overview = await person.call('GET', '/dashboards/overview');
  expect(await overview.json()).toMatchObject({ totalProjects: 1, totalScreenshots: 1 });
});

test('[EN-4] the metrics report the number of waiting jobs the clock of captures and the isolation of browsers', async () => {
  const text = await (await app.request('/metrics')).text();
  expect(text).toMatch(/shotwright_queue_waiting|# TYPE shotwright_queue_waiting gauge/);
  expect(text).toContain('\nshotwright_engine_clock_virtual 1');
  expect(text).toContain('\nshotwright_browser_isolated 1');
  expect(text).toContain('\nshotwright_engine_clock_fallbacks 0');
});

test('[EN-4] the process is ready, with each of its dependencies and the clock of captures', async () => {
  const response = await app.request('/health/ready');
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({
      status: 'ready',
      database: true,
      details: {
        clock: 'virtual',
        clockUnavailable: null,
        clockFallbacks: 0,
        isolation: expect.stringMatching(/^(namespaces|user-namespace)$/),
        isolationUnavailable: null,
      },
    }),
  ]);
});
