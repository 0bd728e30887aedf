import { createServer } from 'node:http';
import { testPages, webhookEventSchema } from '@shotwright/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestApp,
  type TestApp,
  type TestKey,
  type TestSession,
} from '../../../../test/app.ts';
import { engineWithoutBrowser } from '../../../../test/engine-without-browser.ts';
import type { ParsedJson } from '../../../../test/json.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';

let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    // A capture of test mode must not reach the browser.
    engine: engineWithoutBrowser(() => Promise.reject(new Error('there is no browser')), 1),
    env: { ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
  });
});
afterAll(async () => {
  await app?.close();
  receiver?.close();
});

interface Customer {
  readonly session: TestSession;
  readonly live: TestKey;
  readonly test: TestKey;
}

async function customer(): Promise<Customer> {
  const session = await app.session();
  const live = await app.apiKey({ of: session });
  return { session, live, test: await app.apiKey({ of: session, isTest: true }) };
}

const capture = async (key: TestKey, body: object): Promise<ParsedJson> =>
  readJson(
    await key.call('POST', '/screenshots', { url: 'https://example.com', wait: 25, ...body }),
  );

const listed = async (key: TestKey): Promise<string[]> =>
  (await readJson(await key.call('GET', '/screenshots'))).screenshots.map(
    (one: { id: string }) => one.id,
  );

const accountOf = ({ session }: Customer) =>
  app.db
    .selectFrom('credit_accounts')
    .select(['available', 'held', 'storage_used_bytes'])
    .where('organization_id', '=', session.organizationId)
    .executeTakeFirstOrThrow();

test('[TS-1] a user creates a test key, which keeps its prefix when it is rotated', async () => {
  const { session } = await customer();
  const created = await readJson(
    await session.call('POST', '/api-keys', { name: 'Trial', livemode: false }),
  );
  expect(created.data.apiKey).toMatchObject({
    livemode: false,
    key: expect.stringMatching(/^sk_test_[0-9A-Za-z]{49}$/) as string,
  });
  const rotated = await readJson(
    await session.call('POST', `/api-keys/${created.data.apiKey.id}/rotate`, { overlapHours: 0 }),
  );
  expect(rotated.data.apiKey.key).toMatch(/^sk_test_/);
  const live = await readJson(await session.call('POST', '/api-keys', { name: 'Real' }));
  expect(live.data.apiKey).toMatchObject({
    livemode: true,
    key: expect.stringMatching(/^sk_live_/) as string,
  });
});

test.each([
  [{ file_type: 'png' }, { format: 'png', width: 1_280, height: 720 }],
  [
    { file_type: 'jpeg', width: 300, height: 200 },
    { format: 'jpeg', width: 300, height: 200 },
  ],
  [
    { file_type: 'webp', retina: true, width: 300, height: 200 },
    { format: 'webp', width: 600, height: 400 },
  ],
  [
    { file_type: 'avif', width: 200, height: 100 },
    { format: 'heif', width: 200, height: 100 },
  ],
  [
    { full_page: true, width: 300, height: 200 },
    { format: 'png', width: 300, height: 400 },
  ],
  [
    { image_width: 100, width: 300, height: 150 },
    { format: 'png', width: 100, height: 50 },
  ],
])('[TS-1] a test capture with %j has the wanted size and format', async (options, expected) => {
  const { test: key } = await customer();
  const read = async () => {
    const body = { url: 'https://example.com', response_type: 'image', ...options };
    const response = await key.call('POST', '/screenshots', body);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const image = await read();
  expect(await sharp(image).metadata()).toMatchObject(expected);
  expect((await read()).equals(image)).toBe(true);
  const { dominant } = await sharp(image).stats();
  expect(dominant.r).toBeGreaterThan(200);
});

test('[TS-1] documents, extracts and slices are made without a page', async () => {
  const { test: key } = await customer();
  const { screenshot } = await capture(key, { file_type: 'pdf', extract: ['markdown', 'a11y'] });
  const pdf = await app.request(new URL(screenshot.screenshotUrl).pathname);
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  expect(Object.keys(screenshot.extracts)).toEqual(['a11y', 'markdown']);
  const sliced = await capture(key, { full_page: true, height: 600, slice_height: 500 });
  expect(sliced.screenshot.slices).toMatchObject([
    { y: 0, height: 500 },
    { y: 500, height: 500 },
    { y: 1_000, height: 200 },
  ]);
});

test('[TS-1] a test capture costs nothing, counts nowhere and makes no request', async () => {
  const owner = await customer();
  let requests = 0;
  const site = createServer((_req, res) => {
    requests += 1;
    res.end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  const before = await accountOf(owner);
  const done = await capture(owner.test, { url, upload_url: `${url}bucket?signature=1` });
  expect(done).toMatchObject({
    creditRequired: 0,
    screenshot: { status: 'COMPLETE', livemode: false, creditsRequired: 0, creditsCharged: 0 },
  });
  const image = await owner.test.call('GET', `/screenshots/${done.requestId}/image`);
  expect(image.headers.get('x-credits-charged')).toBe('0');
  expect(requests).toBe(0);
  expect(await accountOf(owner)).toEqual(before);
  const entries = await app.db
    .selectFrom('credit_ledger')
    .select('id')
    .where('organization_id', '=', owner.session.organizationId)
    .where('screenshot_id', 'is not', null)
    .execute();
  expect(entries).toEqual([]);
  const overview = await owner.session.call('GET', '/dashboards/overview');
  expect(await overview.text()).toContain('"totalScreenshots":0');
  const usage = await readJson(await owner.session.call('GET', '/api-keys'));
  expect(usage.data.apiKeys[0]).toMatchObject({ monthlyUsage: 0 });
  site.close();
});

test('[TS-1] live lists and live keys do not see test captures, nor test keys live ones', async () => {
  const owner = await customer();
  const { requestId: id } = await capture(owner.test, {});
  const { requestId: liveId } = await capture(owner.live, { wait: 0 });
  expect(await listed(owner.test)).toEqual([id]);
  expect(await listed(owner.live)).toEqual([liveId]);
  expect((await owner.live.call('GET', `/screenshots/${id}`)).status).toBe(404);
  expect((await owner.live.call('DELETE', `/screenshots/${id}`)).status).toBe(404);
  expect((await owner.test.call('POST', `/screenshots/${liveId}/cancel`)).status).toBe(404);
  const files = async (query: string) => {
    const { data } = await readJson(await owner.session.call('GET', `/projects/files${query}`));
    expect(data.meta.total).toBe(data.screenshots.length);
    return data.screenshots.map((one: { id: string; livemode: boolean }) => [one.id, one.livemode]);
  };
  expect(await files('')).toEqual([[liveId, true]]);
  expect(await files('?livemode=false')).toEqual([[id, false]]);
  expect(await files('?search=example')).toEqual([[liveId, true]]);
  expect(await files('?livemode=false&search=example')).toEqual([[id, false]]);
  expect((await owner.test.call('DELETE', `/screenshots/${id}`)).status).toBe(200);
  expect(await files('?livemode=false')).toEqual([]);
  expect((await accountOf(owner)).storage_used_bytes).toBe(0);
});

test('[TS-1] every option of a test capture is validated as of a live one', async () => {
  const { test: key, live } = await customer();
  for (const wrong of [
    { width: 1 },
    { fullpage: true },
    { url: 'ftp://example.com' },
    { destination_id: 1 },
  ]) {
    const send = async (by: TestKey) => {
      const response = await by.call('POST', '/screenshots', {
        url: 'https://example.com',
        ...wrong,
      });
      const { code, message } = await readJson(response);
      return { status: response.status, code, message };
    };
    const answer = await send(key);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer).toEqual(await send(live));
  }
});

test('[TS-1] webhooks are sent for test captures with livemode false', async () => {
  const owner = await customer();
  const values = { name: 'CI', webhookUrl: receiver.url, eventIds: '', projectIds: '' };
  expect((await owner.session.call('POST', '/webhooks', values)).status).toBeLessThan(300);
  const { requestId } = await capture(owner.test, {});
  await receiver.until(1);
  const event = webhookEventSchema.parse(JSON.parse(receiver.received[0]!.body));
  expect(event).toMatchObject({
    type: 'screenshot.completed',
    livemode: false,
    data: { id: requestId, creditsCharged: 0 },
  });
});

test('[TS-1] the cache and idempotency keys of both modes are separate', async () => {
  const owner = await customer();
  const body = { url: 'https://example.com', cache: true };
  const send = async (key: TestKey) => {
    const response = await app.request('/api/v1/screenshots', {
      method: 'POST',
      headers: { 'x-api-key': key.key, 'content-type': 'application/json', 'idempotency-key': 'a' },
      body: JSON.stringify(body),
    });
    return { httpStatus: response.status, ...(await readJson(response)) };
  };
  const first = await send(owner.test);
  const second = await send(owner.live);
  expect([first.httpStatus, second.httpStatus]).toEqual([202, 202]);
  expect(second.cache).toBe('miss');
  expect(second.requestId).not.toBe(first.requestId);
  expect((await send(owner.test)).requestId).toBe(first.requestId);
});

const expected: Readonly<Record<string, object>> = {
  ok: { screenshot: { status: 'COMPLETE', report: { targetStatus: 200 } } },
  timeout: { code: 'navigation_timeout', statusCode: 504, retryable: true },
  dns: { code: 'dns_error', statusCode: 422, retryable: false },
  404: { screenshot: { verdict: { kind: 'host_error' }, report: { targetStatus: 404 } } },
  500: { screenshot: { verdict: { kind: 'host_error' }, report: { targetStatus: 500 } } },
  selector: { code: 'selector_not_found', statusCode: 422 },
  huge: { code: 'page_too_large', statusCode: 422 },
  credits: { code: 'insufficient_credits', statusCode: 402 },
  flaky: { code: 'page_crashed', statusCode: 422, retryable: true },
};

test.concurrent.each(testPages.filter(({ path }) => path !== 'slow'))(
  '[TS-2] https://test.invalid/$path forces its result',
  async ({ path }) => {
    const { test: key } = await customer();
    expect(await capture(key, { url: `https://test.invalid/${path}` })).toMatchObject(
      expected[path] ?? {},
    );
  },
);

test.concurrent('[TS-2] /slow ends five seconds later', async () => {
  const { test: key } = await customer();
  const { screenshot } = await capture(key, { url: 'https://test.invalid/slow' });
  expect(screenshot.status).toBe('COMPLETE');
  expect(screenshot.duration).toBeGreaterThanOrEqual(5);
});

test.concurrent('[TS-2] /flaky works after its failure, in another request or by retries', async () => {
  const { test: key } = await customer();
  const url = 'https://test.invalid/flaky';
  const failed = await capture(key, { url });
  expect(failed.code).toBe('page_crashed');
  expect((await capture(key, { url })).screenshot.status).toBe('COMPLETE');
  expect((await capture(key, { url })).code).toBe('page_crashed');
  expect((await capture(key, { url, retries: 1 })).screenshot.status).toBe('COMPLETE');
  expect((await capture(key, { url: `${url}?2`, retries: 1 })).screenshot.status).toBe('COMPLETE');
});

test.concurrent('[TS-2] statuses fail captures that ask for it, and unknown pages name the known ones', async () => {
  const { test: key } = await customer();
  const url = 'https://test.invalid/500';
  for (const options of [{ fail_on_status: '500' }, { fail_on_verdict: 'host_error' }]) {
    expect(await capture(key, { url, ...options })).toMatchObject({
      code: 'host_returned_error',
      retryable: true,
    });
  }
  const unknown = await capture(key, { url: 'https://test.invalid/other' });
  expect(unknown.message).toContain('/ok, /slow, /timeout');
});

test.concurrent('[TS-2] a live key captures no page of the test host', async () => {
  const { live } = await customer();
  const answer = await capture(live, { url: 'https://test.invalid/credits', wait: 0 });
  expect(answer).toMatchObject({ creditRequired: 1, status: 'success' });
});
