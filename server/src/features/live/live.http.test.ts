import { dashboardEventSchemas } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestSession } from '../../../test/app.ts';
import { createCouponsRig, newCode } from '../../../test/coupons.ts';
import { openEventStream } from '../../../test/event-stream.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';
import { createLiveService } from './live.service.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app.close());

const follow = (person: TestSession) =>
  openEventStream(`${app.url}/api/v1/dashboards/events`, person.headers);

test('the dashboard receives events of its own files and credits only', async () => {
  const [person, otherUser] = [await app.session(), await app.session()];
  await expectErrors(app, person, { method: 'GET', path: '/dashboards/events' });
  const [mine, theirs] = [await follow(person), await follow(otherUser)];
  const first = await mine.until(({ name }) => name === 'credits');
  expect(first.data).toEqual({ available: 100, held: 0 });
  await theirs.until(({ name }) => name === 'credits');
  const { key } = await app.apiKey({ of: person });
  const body = { url: `${app.siteUrl}/page`, wait: 20 };
  const { requestId } = await readJson(await app.send('/screenshots', body, { 'x-api-key': key }));
  const complete = await mine.until(
    ({ name, data }) => name === 'file' && data.status === 'COMPLETE',
  );
  expect(complete.data).toEqual({ id: requestId, status: 'COMPLETE' });
  const settled = await mine.until(
    ({ name, data }) => name === 'credits' && data.available === 99 && data.held === 0,
  );
  expect(settled.data).toEqual({ available: 99, held: 0 });
  for (const { name, data } of mine.events()) {
    dashboardEventSchemas[name as 'file' | 'credits'].strict().parse(data);
  }
  expect(theirs.events().filter(({ name }) => name === 'file')).toEqual([]);
  mine.close();
  theirs.close();
});

test('[QC-7] redeemed credits reach the other open pages of the account', async () => {
  const person = await app.session();
  const code = newCode();
  await createCouponsRig(app.db).make(code, { credits: 50 });
  const page = await follow(person);
  await page.until(({ name }) => name === 'credits');
  expect((await person.call('POST', '/offers/redeem', { code })).status).toBe(200);
  const after = await page.until(({ name, data }) => name === 'credits' && data.available !== 100);
  expect(after.data).toEqual({ available: 150, held: 0 });
  page.close();
});

test('the number of live pages per account is limited, and closing one frees a slot', async () => {
  const person = await app.session();
  const open = await Promise.all(Array.from({ length: 100 }, () => follow(person)));
  expect(open.map(({ response }) => response.statusCode)).toEqual(open.map(() => 200));
  const rejected = await person.call('GET', '/dashboards/events');
  expect([rejected.status, (await readJson(rejected)).code]).toEqual([429, 'rate_limited']);
  open[0]?.close();
  const retry = async () => {
    const stream = await follow(person);
    open.push(stream);
    return stream.response.statusCode;
  };
  await expect.poll(retry).toBe(200);
  for (const stream of open) stream.close();
});

test('a page that was closed before its events began does not count', async () => {
  const live = createLiveService({
    db: app.db,
    events: { listen: async () => true, subscribe: () => () => undefined },
    credits: { balanceOf: async () => ({ available: 0, held: 0 }) },
  });
  const reader = { organizationId: 'any', userId: 'any' };
  for (let page = 0; page < 100; page += 1)
    await live.follow({ ...reader, signal: AbortSignal.abort() });
  const { signal } = new AbortController();
  await expect(live.follow({ ...reader, signal })).resolves.toBeDefined();
});
