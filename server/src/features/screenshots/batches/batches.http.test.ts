import { webhookEventSchema } from '@shotwright/contract';
import type { CaptureResult } from '@shotwright/capture';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  startTestApp,
  type TestApp,
  type TestKey,
  type TestSession,
} from '../../../../test/app.ts';
import { engineWithoutBrowser } from '../../../../test/engine-without-browser.ts';
import { failureOf, imageResult } from '../../../../test/screenshots.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { sendMailJob } from '../../mail/mail.jobs.ts';
import { unzip } from '../../../../test/unzip.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';

const url = 'https://example.com/';
let app: TestApp;
let receiver: WebhookReceiver;
let person: TestSession;
let key: TestKey;
/** URLs in the order of their captures. */
let captured: string[];
/** Captures of these URLs fail. */
let failing: Set<string>;
/** Awaited by each capture. */
let gate: Promise<unknown>;

const capture = async ({ source }: { readonly source: object }): Promise<CaptureResult> => {
  const of = 'url' in source ? String(source.url) : '';
  captured.push(of);
  await gate;
  return failing.has(of) ? failureOf('selector_not_found') : imageResult(`image of ${of}`);
};

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    engine: engineWithoutBrowser(capture, 1),
    env: { ALLOW_PRIVATE_TARGETS: receiver.host, DEV_MAILBOX: 'true' },
  });
});
afterAll(async () => {
  await app.close();
  receiver.close();
});
beforeEach(async () => {
  captured = [];
  failing = new Set();
  gate = Promise.resolve();
  receiver.received.length = 0;
  person = await app.session();
  key = await app.apiKey({ of: person });
});

const pages = (count: number) => Array.from({ length: count }, (_, n) => `${url}${n}`);
const create = async (body: object, by: Pick<TestKey, 'call'> = key): Promise<string> => {
  const response = await by.call('POST', '/screenshots/bulk', body);
  expect(response.status).toBe(202);
  return (await readJson(response)).batchId;
};
const read = async (id: string, path = '') =>
  readJson(await key.call('GET', `/batches/${id}${path}`));
const post = async (path: string) => {
  const response = await key.call('POST', path);
  return { httpStatus: response.status, ...(await readJson(response)) };
};
const untilEnded = (id: string, status = 'COMPLETE') =>
  vi.waitFor(async () => expect((await read(id)).data.status).toBe(status), {
    timeout: 20_000,
    interval: 20,
  });
const balance = () =>
  app.db
    .selectFrom('credit_accounts')
    .select(['available', 'held'])
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirstOrThrow();
const mails = async (): Promise<{ subject: string; text: string }[]> => {
  const response = await app.request(`/dev/mailbox/messages?to=${person.email}`);
  const { messages }: { messages: { subject: string; text: string }[] } = await readJson(response);
  return messages.filter(({ subject }) => subject.includes('batch'));
};
/** Returns the number of all emails, queued and sent. */
const mailCount = async () =>
  (await sql`select from pgboss.job where name = ${sendMailJob.name}`.execute(app.db)).rows.length;
const events = () =>
  receiver.received.map(({ body }) => webhookEventSchema.parse(JSON.parse(body)));
const batchEvents = () => events().filter(({ type }) => type === 'batch.completed');

/** Returns the deliveries of a webhook of the person. */
const deliveriesOf = async (name: string) => {
  const webhooks = await readJson(await person.call('GET', '/webhooks'));
  const { id: webhookId } = webhooks.find((one: { name: string }) => one.name === name);
  return (await readJson(await person.call('GET', `/webhooks/${webhookId}/deliveries`))).deliveries;
};

/** Holds back all captures until it is called. */
function holdBack(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  return resolve;
}

describe('[PA-8] a batch', () => {
  test('has progress, results in the order of the request, and one zip', async () => {
    failing.add(`${url}1`);
    const release = holdBack();
    const id = await create({
      items: pages(3).map((page, n) => ({ url: page, external_id: `n${n}` })),
    });
    await vi.waitFor(() => expect(captured).toHaveLength(1));
    expect((await read(id)).data).toMatchObject({
      status: 'RUNNING',
      counts: { items: 3, pending: 2, processing: 1, complete: 0, failed: 0, deleted: 0 },
      creditRequired: 3,
      creditsCharged: 0,
      finishedAt: null,
    });
    release();
    await untilEnded(id);
    expect((await read(id)).data).toMatchObject({
      counts: { items: 3, pending: 0, processing: 0, complete: 2, failed: 1 },
      creditsCharged: 2,
      finishedAt: expect.any(String),
    });
    expect(await balance()).toEqual({ available: 98, held: 0 });
    const { items, meta } = await read(id, '/items?limit=2');
    expect(meta).toEqual({ page: 1, limit: 2, total: 3 });
    expect(items).toMatchObject([
      {
        index: 0,
        url: `${url}0`,
        status: 'COMPLETE',
        externalId: 'n0',
        creditsCharged: 1,
        code: null,
      },
      {
        index: 1,
        status: 'FAILED',
        code: 'selector_not_found',
        screenshotUrl: null,
        creditsCharged: 0,
      },
    ]);
    const image = await fetch(items[0].screenshotUrl);
    expect(await image.text()).toBe(`image of ${url}0`);
    expect((await read(id, '/items?status=FAILED')).meta.total).toBe(1);
    const zip = await key.call('GET', `/batches/${id}/zip`);
    expect(zip.headers.get('content-type')).toBe('application/zip');
    const names = (await unzip(new Uint8Array(await zip.arrayBuffer()))).map(({ name }) => name);
    expect(names).toHaveLength(3);
    expect(names).toContain('manifest.csv');
  });

  test('waits for single captures of the same customer, and not the other way round', async () => {
    const release = holdBack();
    const id = await create({ urls: pages(4) });
    await vi.waitFor(() => expect(captured).toHaveLength(1));
    await key.call('POST', '/screenshots', { url: `${url}single` });
    release();
    await untilEnded(id);
    expect(captured[1]).toBe(`${url}single`);
  });

  test('is cancelled with its queued and running captures, which cost nothing', async () => {
    const release = holdBack();
    const mailsBefore = await mailCount();
    const id = await create({ urls: pages(4), webhook_url: `${receiver.url}/mine` });
    await vi.waitFor(() => expect(captured).toHaveLength(1));
    const cancelled = await post(`/batches/${id}/cancel`);
    release();
    expect(cancelled).toMatchObject({
      httpStatus: 200,
      data: { status: 'CANCELLED', counts: { pending: 0, processing: 0, failed: 4 } },
    });
    expect(await balance()).toEqual({ available: 100, held: 0 });
    expect(await post(`/batches/${id}/cancel`)).toMatchObject({
      httpStatus: 409,
      code: 'conflict',
    });
    await receiver.until(1);
    expect(batchEvents()).toMatchObject([{ data: { batchId: id, status: 'CANCELLED' } }]);
    expect(captured).toHaveLength(1);
    expect(await mailCount()).toBe(mailsBefore);
  });

  test('captures its failed items again, in their positions', async () => {
    failing = new Set([`${url}0`, `${url}2`]);
    const id = await create({ urls: pages(3), webhook_url: receiver.url });
    await untilEnded(id);
    const before = (await read(id, '/items')).items;
    failing.clear();
    const release = holdBack();
    const answers = await Promise.all([1, 2].map(() => post(`/batches/${id}/retry`)));
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([
      202, 409,
    ]);
    expect(answers.find(({ httpStatus }) => httpStatus === 202)).toMatchObject({
      batchId: id,
      counts: { items: 2, accepted: 2 },
      creditRequired: 2,
      screenshots: [{ index: 0 }, { index: 2 }],
    });
    expect((await read(id)).data).toMatchObject({ status: 'RUNNING', finishedAt: null });
    release();
    await untilEnded(id);
    const after = (await read(id, '/items')).items;
    expect(after).toMatchObject(
      pages(3).map((page, index) => ({ index, url: page, status: 'COMPLETE' })),
    );
    expect(after[1].requestId).toBe(before[1].requestId);
    expect(after[0].requestId).not.toBe(before[0].requestId);
    expect(await balance()).toEqual({ available: 97, held: 0 });
    await receiver.until(2);
    expect(batchEvents()).toMatchObject([
      { data: { counts: { complete: 1, failed: 2 } } },
      { data: { counts: { complete: 3, failed: 0 }, creditsCharged: 3 } },
    ]);
  });

  test('does not repeat captures whose secrets were deleted at their end', async () => {
    failing.add(url);
    const id = await create({ items: [{ url, cookies: 'a=b' }] });
    await untilEnded(id);
    expect(await post(`/batches/${id}/retry`)).toMatchObject({
      httpStatus: 409,
      details: { invalid: [{ index: 0, code: 'conflict' }] },
    });
  });

  test('sends its event to webhooks that subscribe to it and to its own, once', async () => {
    const hook = (path: string, eventIds: string) =>
      person.call('POST', '/webhooks', {
        name: path,
        webhookUrl: `${receiver.url}/${path}`,
        eventIds,
      });
    await hook('batches', 'batch.completed');
    await hook('failures', 'screenshot.failed');
    const id = await create({ name: 'Pages', urls: pages(2), webhook_url: `${receiver.url}/own` });
    await untilEnded(id);
    await receiver.until(2);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual([
      '/hook/batches',
      '/hook/own',
    ]);
    const [first, second] = batchEvents();
    expect(first).toEqual(second);
    expect(first).toMatchObject({
      type: 'batch.completed',
      livemode: true,
      data: (await read(id)).data,
    });
    expect(await deliveriesOf('batches')).toMatchObject([
      { eventType: 'batch.completed', batchId: id, screenshotId: null },
    ]);
    expect(await deliveriesOf('failures')).toEqual([]);
  });
});

test('[DX-23] the end of a batch is announced by one email to the person who started it', async () => {
  failing.add(`${url}1`);
  const id = await create({ name: 'Pages', urls: pages(3) }, person);
  await untilEnded(id);
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), 10_000);
  const [mail] = await mails();
  expect(mail?.subject).toBe('Shotwright: your batch "Pages" is finished: 1 of 3 failed');
  expect(mail?.text).toContain('2 complete, 1 failed. It used 2 credits.');
  const previews = await (await app.request('/dev/mailbox/previews')).text();
  expect(previews).toContain('your batch &quot;Product pages&quot; is finished');
});

test('[PA-8] [DX-23] a batch of a test key ends without an email', async () => {
  const tester = await app.apiKey({ of: person, isTest: true });
  const mailsBefore = await mailCount();
  const id = await create({ urls: [url] }, tester);
  await vi.waitFor(async () => {
    const { data } = await readJson(await tester.call('GET', `/batches/${id}`));
    expect(data).toMatchObject({ status: 'COMPLETE', livemode: false, creditsCharged: 0 });
  }, 20_000);
  expect(await mailCount()).toBe(mailsBefore);
});
