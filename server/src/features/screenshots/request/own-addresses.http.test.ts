import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../../test/app.ts';
import { readJson } from '../../../../test/screenshots-app.ts';

let app: TestApp;
let person: TestSession;
beforeAll(async () => {
  app = await startTestApp({
    env: { OWN_ADDRESSES: '93.184.216.34, 2606:2800:220::/48', DEV_WEBHOOKS: 'true' },
  });
});
beforeEach(async () => {
  person = await app.session();
});
afterAll(() => app?.close());

const urls = ['http://93.184.216.34/', 'http://1572395042/', 'http://[2606:2800:220:1::7]/'];
const rejected = [403, 'url_not_allowed'];

async function errorOf(path: string, body: object, headers?: Record<string, string>) {
  const res = headers
    ? await app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    : await person.call('POST', path, body);
  const { code, message } = await readJson(res);
  expect(message).toContain('The IP address leads to this service itself.');
  return [res.status, code];
}

test.each(urls)('a capture of %s and a capture with it as the proxy are rejected', async (url) => {
  const headers = { 'x-api-key': (await app.apiKey({ of: person })).key };
  expect(await errorOf('/api/v1/screenshots', { url }, headers)).toEqual(rejected);
  const proxy = { url: 'http://8.8.8.8/', proxy_url: `${url.slice(0, -1)}:3128` };
  expect(await errorOf('/api/v1/screenshots', proxy, headers)).toEqual(rejected);
});

test.each(urls)('a webhook and a sample to %s are rejected', async (webhookUrl) => {
  const webhook = { name: 'CI', webhookUrl, eventIds: '', projectIds: '' };
  expect(await errorOf('/webhooks', webhook)).toEqual(rejected);
  expect(await errorOf('/webhooks/sample', { webhookUrl })).toEqual(rejected);
});
