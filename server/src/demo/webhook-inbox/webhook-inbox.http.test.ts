import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
let person: TestSession;
beforeAll(async () => {
  app = await startTestApp({ env: { DEV_WEBHOOKS: 'true' } });
  person = await app.session();
});
afterAll(() => app?.close());

const received = async () => (await readJson(await app.request('/dev/webhooks/messages'))).messages;

test('[DX-12] in demo mode a sample sent to the local webhook inbox is received and displayed', async () => {
  const webhookUrl = `${app.url}/dev/webhooks/in`;
  const { appUrl } = await readJson(await app.request('/config.json')).then(
    ({ webhookCatcherUrl }) => ({ appUrl: webhookCatcherUrl }),
  );
  expect(appUrl).toBe(webhookUrl);
  const sample = await readJson(await person.call('POST', '/webhooks/sample', { webhookUrl }));
  expect(sample).toMatchObject({ isDelivered: true, answer: { statusCode: 200 } });
  await vi.waitFor(async () => expect(await received()).toHaveLength(1), 15_000);
  expect((await received())[0].headers['webhook-signature']).toMatch(/^v1,/);
  const failing = { webhookUrl: `${webhookUrl}?status=500` };
  const failed = await readJson(await person.call('POST', '/webhooks/sample', failing));
  expect(failed.message).toMatch(/^Your endpoint answered 500/);
});

test('the webhook inbox page runs no scripts contained in received bodies', async () => {
  const body = '{"type":"x","data":"<script>alert(1)</script>"}';
  await app.request('/dev/webhooks/in', { method: 'POST', body });
  const page = await app.request('/dev/webhooks');
  const text = await page.text();
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toContain('<script');
  expect(text).toContain(`>${app.url}/dev/webhooks/in</code>`);
  expect(text).toMatch(/<time datetime="[^"]+Z">\w{3} \d\d, \d{4}, \d\d:\d\d:\d\d UTC</);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the webhook inbox limits body size and methods, and other local ports are not reachable', async () => {
  const huge = app.request('/dev/webhooks/in', { method: 'POST', body: 'x'.repeat(300_000) });
  await expect(huge).rejects.toThrow('fetch failed');
  expect((await app.request('/dev/webhooks', { method: 'DELETE' })).status).toBe(404);
  const { code } = await readJson(
    await person.call('POST', '/webhooks/sample', { webhookUrl: 'http://127.0.0.1:1234/' }),
  );
  expect(code).toBe('url_not_allowed');
});

test('the webhook inbox does not exist unless it is enabled', async () => {
  const plain = await startTestApp();
  const res = await plain.request('/dev/webhooks/in', { method: 'POST', body: '{}' });
  expect(res.status).toBe(404);
  expect(await readJson(await plain.request('/config.json'))).not.toHaveProperty(
    'webhookCatcherUrl',
  );
  await plain.close();
});
