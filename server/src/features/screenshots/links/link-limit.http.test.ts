import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  colouredSite,
  openScreenshotsApp,
  readJson as json,
  type TestCustomer,
} from '../../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite, { RATE_LIMIT_LINK: '2' });
});
afterAll(() => app.close());

const size = { width: 300, height: 200 };
const open = (link: string, page = '', headers: Record<string, string> = {}) =>
  app.request(`${link.slice(app.url.length)}${page && encodeURIComponent(app.siteUrl + page)}`, {
    headers,
  });
const patternLink = async (customer: TestCustomer): Promise<string> =>
  (await json(await customer.byKey('/links', { url_pattern: `${app.siteUrl}/*`, ...size }))).url;

test('[DL-37] a link makes two new captures a minute, and its cached images remain available', async () => {
  const customer = await app.customer();
  const link = await patternLink(customer);
  // Readers of one capture count once.
  const first = await Promise.all(Array.from({ length: 6 }, () => open(link, '/1')));
  expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));
  expect((await open(link, '/2')).status).toBe(200);
  const limited = await open(link, '/3');
  const body = await json(limited);
  expect([limited.status, body.code, body.retryable]).toEqual([429, 'rate_limited', true]);
  expect(body.message).toMatch(
    /^This link may make at most 2 new images per minute; .* in \d+ s\.$/,
  );
  const seconds = Number(limited.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);

  const image = await open(link, '/4', { 'sec-fetch-dest': 'image', accept: 'image/*' });
  expect([image.status, image.headers.get('content-type')]).toEqual([429, 'image/svg+xml']);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'x-error-code': 'rate_limited',
    'cache-control': 'no-store',
    'retry-after': expect.stringMatching(/^\d+$/),
  });
  expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(640);

  // Another header misses the images in memory, and reaches the cache.
  for (const page of ['/1', '/2']) {
    const cached = await open(link, page, { accept: 'image/png' });
    expect([cached.status, cached.headers.get('x-cache')]).toEqual([200, 'HIT']);
  }
  expect(await customer.balance()).toEqual({ available: 98, held: 0 });
  expect((await json(await customer.byKey('/screenshots'))).meta.total).toBe(2);
});

test('[DL-37] neither other links nor the API key of a limited link are limited', async () => {
  const customer = await app.customer();
  const link = await patternLink(customer);
  const statuses = [];
  for (const page of ['/1', '/2', '/3']) statuses.push((await open(link, page)).status);
  expect(statuses).toEqual([200, 200, 429]);
  const fields = { url: `${app.siteUrl}/3`, ...size };
  const { url: other } = await json(await customer.byKey('/links', fields));
  expect((await open(other)).status).toBe(200);
  for (const page of ['/4', '/5', '/6']) {
    const query = `url=${encodeURIComponent(app.siteUrl + page)}&width=300&height=200`;
    expect((await customer.byKey(`/take?${query}`)).status).toBe(200);
  }
});

test('[DL-37] an image that is due for renewal is returned beyond the limit', async () => {
  const customer = await app.customer();
  const link = await patternLink(customer);
  const first = await open(link, '/1');
  const id = first.headers.get('x-screenshot-id');
  await open(link, '/2');
  await sql`update screenshots set finished_at = finished_at - interval '25 hours' where id = ${id}`.execute(
    app.db,
  );
  const stale = await open(link, '/1', { accept: 'image/png' });
  expect([stale.status, stale.headers.get('x-screenshot-id')]).toEqual([200, id]);
  expect(await customer.balance()).toEqual({ available: 98, held: 0 });
});
