import type { RequestListener } from 'node:http';
import { captureProgressSchema } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEventStream } from '../../../test/event-stream.ts';
import {
  colouredSite,
  openScreenshotsApp,
  readJson as json,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
let arrived = 0;
const cut: string[] = [];
const site: RequestListener = (req, res) => {
  res.on('close', () => res.writableEnded || cut.push(req.url ?? ''));
  if (req.url === '/never') {
    arrived += 1;
    return;
  }
  if (req.url === '/broken') req.socket.destroy();
  else if (req.url === '/waits') {
    res.setHeader('content-type', 'text/html');
    res.end(`<p>ready<script>fetch('/late')</script>`);
  } else if (req.url === '/late') setTimeout(() => res.end('late'), 1_000);
  else colouredSite(req, res);
};
beforeAll(async () => {
  // Of two slots, a capture that never ends leaves one to the others.
  app = await openScreenshotsApp(site, { CAPTURE_CONCURRENCY: '2' });
  customer = await app.customer();
});
afterAll(() => app.close());

const requestCapture = async (by: TestCustomer, body: object): Promise<string> =>
  (await json(await by.byKey('/screenshots', { url: `${app.siteUrl}/page`, ...body }))).requestId;
const follow = (by: TestCustomer, id: string) =>
  openEventStream(`${app.url}/api/v1/screenshots/${id}/events`, { 'x-api-key': by.apiKey });
const read = async (by: TestCustomer, id: string) => json(await by.byKey(`/screenshots/${id}`));
const post = async (by: TestCustomer, path: string) => {
  const res = await by.byKey(path, {});
  return { httpStatus: res.status, ...(await json(res)) };
};
const failedScreenshot = async (by: TestCustomer) => {
  await requestCapture(by, { url: `${app.siteUrl}/broken`, wait: 20 });
  return (await json(await by.byKey('/screenshots?status=FAILED'))).screenshots[0];
};
const absentId = '01a1fdc6-873b-7433-acfe-e435a75d870b';

test('[PA-3] progress events are streamed until the end, and the final event equals the screenshot resource', async () => {
  const id = await requestCapture(customer, { url: `${app.siteUrl}/waits` });
  const stream = await follow(customer, id);
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  expect(stream.response.headers['content-encoding']).toBeUndefined();
  const finished = await stream.until(({ name }) => name === 'finished');
  await stream.ended;
  expect(finished.data).toMatchObject({ id, status: 'COMPLETE', creditsCharged: 1 });
  const { status: _s, message: _m, data, ...fields } = await read(customer, id);
  expect(data).toMatchObject({ ...fields, screenshotUrl: expect.any(String) as string });
  expect(Object.keys(finished.data).sort()).toEqual(Object.keys(data).sort());
  const progress = stream.events().filter(({ name }) => name === 'progress');
  for (const event of progress) captureProgressSchema.strict().parse(event.data);
  const phases = progress.map((event) => event.data.phase);
  expect(phases).toEqual(expect.arrayContaining(['waiting', 'done']));
  const order = ['queued', 'loading', 'waiting', 'capturing', 'saving', 'done'];
  expect(phases).toEqual([...phases].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  const waiting = progress.find((event) => event.data.phase === 'waiting');
  expect(waiting?.at).toBeLessThan(finished.at - 300);
});

test('[PA-3] a reconnecting client receives the current state at once, also after the end', async () => {
  const id = await requestCapture(customer, { wait: 25 });
  const stream = await openEventStream(`${app.url}/api/v1/screenshots/${id}/events`, {
    'x-api-key': customer.apiKey,
    'last-event-id': 'anything',
  });
  await stream.ended;
  expect(stream.events().map(({ name, data }) => [name, data.status, data.phase])).toEqual([
    ['progress', 'COMPLETE', 'done'],
    ['finished', 'COMPLETE', undefined],
  ]);
});

test('[PA-3] a waiting capture reports its position in the organisation’s queue', async () => {
  const owner = await app.customer();
  const before = arrived;
  const slow = [1, 2].map(() => requestCapture(owner, { url: `${app.siteUrl}/never` }));
  const blockers = await Promise.all(slow);
  await expect.poll(() => arrived - before, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  const last = [await requestCapture(owner, {}), await requestCapture(owner, {})];
  const streams = await Promise.all(last.map((id) => follow(owner, id)));
  const positions = await Promise.all(
    streams.map(async (stream) => (await stream.until(({ data }) => data.position > 0)).data),
  );
  expect(positions).toEqual([
    expect.objectContaining({ status: 'PENDING', phase: 'queued', position: 1 }),
    expect.objectContaining({ status: 'PENDING', phase: 'queued', position: 2 }),
  ]);
  for (const stream of streams) stream.close();
  for (const id of [...last, ...blockers]) await post(owner, `/screenshots/${id}/cancel`);
});

test.each(['events', 'cancel', 'retry'])(
  '[PA-3] %s rejects unauthenticated callers, and missing and foreign screenshots are indistinguishable',
  async (action) => {
    const foreign = await requestCapture(await app.customer(), { delay: 1 });
    const call = (id: string, headers: Record<string, string>) =>
      app.send(`/screenshots/${id}/${action}`, action === 'events' ? undefined : {}, headers);
    const foreignKey = await call(foreign, {});
    expect([foreignKey.status, (await json(foreignKey)).code]).toEqual([401, 'api_key_missing']);
    for (const id of [foreign, absentId]) {
      const res = await call(id, { 'x-api-key': customer.apiKey });
      expect([res.status, (await json(res)).code]).toEqual([404, 'screenshot_not_found']);
    }
    const malformed = await call('1', { 'x-api-key': customer.apiKey });
    expect([malformed.status, (await json(malformed)).code]).toEqual([400, 'validation_failed']);
  },
);

test('[PA-3] cancelling a running capture closes its connections and costs nothing', async () => {
  const owner = await app.customer();
  const arrivedBefore = arrived;
  const cutBefore = cut.length;
  const id = await requestCapture(owner, { url: `${app.siteUrl}/never` });
  const stream = await follow(owner, id);
  await stream.until(({ data }) => data.phase === 'loading');
  await expect.poll(() => arrived).toBeGreaterThan(arrivedBefore);
  expect(await read(owner, id)).toMatchObject({ status: 'PROCESSING' });
  const response = await post(owner, `/screenshots/${id}/cancel`);
  expect(response).toMatchObject({ httpStatus: 200, status: 'FAILED', code: 'cancelled' });
  await expect.poll(() => cut.length, { timeout: 15_000 }).toBeGreaterThan(cutBefore);
  const finished = await stream.until(({ name }) => name === 'finished');
  expect(finished.data).toMatchObject({ status: 'FAILED', code: 'cancelled', creditsCharged: 0 });
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
  const again = await post(owner, `/screenshots/${id}/cancel`);
  expect(again).toMatchObject({ httpStatus: 409, code: 'conflict' });
});

test('[PA-3] a caller waiting for a cancelled capture receives the cancellation', async () => {
  const owner = await app.customer();
  const waiting = owner.byKey('/screenshots', { url: `${app.siteUrl}/never`, wait: 20 });
  const list = async () => (await json(await owner.byKey('/screenshots'))).screenshots;
  await expect.poll(async () => (await list()).length).toBe(1);
  await post(owner, `/screenshots/${(await list())[0].id}/cancel`);
  const res = await waiting;
  expect([res.status, (await json(res)).code]).toEqual([409, 'cancelled']);
});

test('[PA-3] a failed capture is retried with its original options, once per Idempotency-Key', async () => {
  const owner = await app.customer();
  await requestCapture(owner, { url: `${app.siteUrl}/broken`, width: '300', delay: 0.5, wait: 20 });
  const [listed] = (await json(await owner.byKey('/screenshots?status=FAILED'))).screenshots;
  const first = await read(owner, listed.id);
  const headers = { 'idempotency-key': 'again' };
  const [one, two] = await Promise.all(
    [1, 2].map(async () => json(await owner.byKey(`/screenshots/${first.id}/retry`, {}, headers))),
  );
  expect(one.requestId).toBe(two.requestId);
  expect(one.requestId).not.toBe(first.id);
  expect(one).toMatchObject({ creditRequired: 1, projectId: first.projectId });
  await app.untilEnded(owner, one.requestId);
  const repeated = await read(owner, one.requestId);
  expect(repeated).toMatchObject({ status: 'FAILED', options: first.options, url: first.url });
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test('[PA-3] a retry has the headers of every accepted capture', async () => {
  const owner = await app.customer();
  const { id } = await failedScreenshot(owner);
  const { headers } = await owner.byKey(`/screenshots/${id}/retry`, {});
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-screenshot-id': expect.any(String) as string,
    'x-credits-charged': '0',
    'x-credits-remaining': '99',
  });
});

test('[PA-3] a completed capture or one whose secrets were deleted cannot be retried', async () => {
  const owner = await app.customer();
  const complete = await requestCapture(owner, { wait: 20 });
  const rejected = await post(owner, `/screenshots/${complete}/retry`);
  expect(rejected).toMatchObject({ httpStatus: 409, code: 'conflict' });
  expect(rejected.message).toContain('COMPLETE');
  const custom_header = { 'x-secret': 'topsecret' };
  await requestCapture(owner, { url: `${app.siteUrl}/broken`, custom_header, wait: 20 });
  const [failed] = (await json(await owner.byKey('/screenshots?status=FAILED'))).screenshots;
  const withoutSecrets = await post(owner, `/screenshots/${failed.id}/retry`);
  expect(withoutSecrets).toMatchObject({ httpStatus: 409, code: 'conflict' });
  expect(withoutSecrets.message).toContain('custom_header');
});
