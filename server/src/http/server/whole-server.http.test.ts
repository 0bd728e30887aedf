import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureReasons } from '@shotwright/capture';
import { endpoints, type Endpoint, type Screenshot } from '@shotwright/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { captureJobs } from '../../features/screenshots/screenshots.jobs.ts';
import { deliverWebhookJob } from '../../features/webhooks/webhooks.jobs.ts';
import { sendMailJob } from '../../features/mail/mail.jobs.ts';
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

const deployDir = join(import.meta.dirname, '..', '..', '..', '..', 'deploy');
const queues = [...captureJobs, deliverWebhookJob, sendMailJob].map(({ name }) => name);

test.each(['grafana.json', 'alerts.yaml'])(
  '[DX-18] deploy/%s uses only metrics, results and queues that exist',
  async (name) => {
    const rules = readFileSync(join(deployDir, name), 'utf8').replaceAll('\\"', '"');
    const text = await (await app.request('/metrics')).text();
    const metrics = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, metric = '', type]) =>
      type === 'histogram' ? [`${metric}_bucket`, `${metric}_count`, `${metric}_sum`] : [metric],
    );
    const used = rules.match(/\b(?:shotwright|process|nodejs)_\w+/g) ?? [];
    expect(used.filter((metric) => !metrics.includes(metric))).toEqual([]);
    expect(used.length).toBeGreaterThan(10);
    const valuesOf = (label: string) =>
      [...rules.matchAll(new RegExp(String.raw`\b${label}(?:=~?|!=)"([^"]*)"`, 'g'))].flatMap(
        ([, value = '']) => value.split('|'),
      );
    const results = ['complete', ...failureReasons];
    expect(valuesOf('result').filter((result) => !results.includes(result))).toEqual([]);
    expect(valuesOf('queue').filter((queue) => !queues.includes(queue))).toEqual([]);
  },
);

test('[DX-18] each alert has a severity and a summary, and the dashboard shows every metric of its own', async () => {
  const alerts: {
    groups: { rules: { alert: string; labels: object; annotations: { summary: string } }[] }[];
  } = parse(readFileSync(join(deployDir, 'alerts.yaml'), 'utf8'));
  for (const { alert, labels, annotations } of alerts.groups.flatMap(({ rules }) => rules)) {
    expect(alert).toMatch(/^Shotwright[A-Z]\w+$/);
    expect(labels).toEqual({ severity: expect.stringMatching(/^(critical|warning|info)$/) });
    expect(annotations.summary).toMatch(/\.$/);
  }
  const dashboard = readFileSync(join(deployDir, 'grafana.json'), 'utf8');
  const text = await (await app.request('/metrics')).text();
  const own = [...text.matchAll(/^# TYPE (shotwright_\w+) /gm)].map(([, metric = '']) => metric);
  expect(own.filter((metric) => !dashboard.includes(metric))).toEqual([]);
  expect(own.length).toBeGreaterThan(10);
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
