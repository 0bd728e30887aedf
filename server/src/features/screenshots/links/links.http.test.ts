import { createHash } from 'node:crypto';
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
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app.close());

const size = { width: 300, height: 200 };
const linkOf = async (customer: TestCustomer, fields: object): Promise<string> => {
  const res = await customer.byKey('/links', fields);
  expect(res.status).toBe(201);
  return (await json(res)).url;
};
const pathOf = (link: string): string => link.slice(app.url.length);
const open = (link: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(pathOf(link), { method, headers });
const headersOf = (res: Response) => Object.fromEntries(res.headers);

test('[PA-5, DL-14] a link captures its image once, without an API key, and then returns it from the cache', async () => {
  const customer = await app.customer();
  const made = await customer.byKey('/links', {
    url: `${app.siteUrl}/a`,
    ...size,
    full_page: true,
  });
  const { url: link, creditRequired, expiresAt } = await json(made);
  expect(creditRequired).toBe(2);
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  const unready = await open(link, {}, 'HEAD');
  expect([unready.status, await customer.balance()]).toEqual([409, { available: 100, held: 0 }]);
  const responses = await Promise.all(Array.from({ length: 8 }, () => open(link)));
  const images = await Promise.all(
    responses.map(async (res) => Buffer.from(await res.arrayBuffer())),
  );
  expect(responses.map(({ status }) => status)).toEqual(images.map(() => 200));
  const [image] = images;
  expect(images.every((other) => other.equals(image!))).toBe(true);
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 300 });
  expect(await customer.balance()).toEqual({ available: 98, held: 0 });
  expect((await json(await customer.byKey('/screenshots'))).meta.total).toBe(1);
  const head = await open(link, {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(headersOf(head)).toMatchObject({
    'content-type': 'image/png',
    etag: `"${createHash('sha256').update(image!).digest('hex').slice(0, 32)}"`,
    'x-cache': 'HIT',
    'cache-control': expect.stringMatching(
      /^public, max-age=\d+, s-maxage=\d+, stale-while-revalidate=86400$/,
    ),
    'cdn-cache-control': expect.stringMatching(/^max-age=\d+, stale-while-revalidate=86400$/),
    'surrogate-key': expect.stringMatching(/^shot-[\w-]{36} url-[0-9a-f]{16}$/),
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(head.headers.has('vary') && head.headers.get('vary')?.includes('Accept')).toBeFalsy();
});

test('[DL-15] If-None-Match gets 304 without a body, with the headers of the image', async () => {
  const customer = await app.customer();
  const link = await linkOf(customer, { url: `${app.siteUrl}/b`, ...size, name: 'card.webp' });
  const first = await open(link);
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('content-type')).toBe('image/webp');
  expect(first.headers.get('content-disposition')).toBe('inline; filename="card.webp"');
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const res = await open(link, { 'if-none-match': tags });
    expect([tags, res.status, await res.text()]).toEqual([tags, 304, '']);
    expect(res.headers.get('etag')).toBe(etag);
    expect(res.headers.get('cache-control')).toMatch(/^public, max-age=/);
  }
  expect((await open(link, { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await open(link.replace('card.webp', 'card.png'))).status).toBe(403);
});

test('[DL-16] file_type=auto follows Accept, and caches are told', async () => {
  const customer = await app.customer();
  const link = await linkOf(customer, { url: `${app.siteUrl}/c`, ...size, file_type: 'auto' });
  const accepts = [
    ['image/avif,image/webp,*/*', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['image/avif;q=0, image/webp', 'image/webp'],
    ['*/*', 'image/png'],
  ] as const;
  for (const [accept, type] of accepts) {
    const res = await open(link, { accept });
    expect([accept, res.headers.get('content-type')]).toEqual([accept, type]);
    expect(res.headers.get('vary')).toContain('Accept');
  }
});

test('[DL-13] a link with a pattern leaves only the URL open', async () => {
  const customer = await app.customer();
  const link = await linkOf(customer, { url_pattern: `${app.siteUrl}/shop/*`, ...size });
  expect(link).toMatch(/&url=$/);
  const inside = await open(`${link}${encodeURIComponent(`${app.siteUrl}/shop/1`)}`);
  expect(inside.status).toBe(200);
  const wrong = [
    [`${app.siteUrl}/shop/../secret`, '', 'link_url_not_allowed'],
    ['http://example.com/shop/', '', 'link_url_not_allowed'],
    [`${app.siteUrl}/shop/1`, '&full_page=true', 'link_options_fixed'],
    ['http://169.254.169.254/shop/', '', 'url_not_allowed'],
  ] as const;
  for (const [url, added, code] of wrong) {
    const res = await open(`${link}${encodeURIComponent(url)}${added}`);
    expect([url, res.status, (await json(res)).code]).toEqual([url, 403, code]);
  }
  expect(await customer.balance()).toEqual({ available: 99, held: 0 });
});

test('[DL-17] errors have their own codes and reveal no key; pages get an image with the same status', async () => {
  const customer = await app.customer();
  const link = await linkOf(customer, { url: `${app.siteUrl}/d`, ...size });
  const cases = [
    [link.replace(/&signature=.*/, ''), 403, 'signature_required'],
    [link.replace('width=300', 'width=301'), 403, 'signature_invalid'],
    [link.replace(/key_id=[^&]*/, 'key_id=k_absent'), 403, 'signature_invalid'],
    [`${link}&cookies=a`, 400, 'validation_failed'],
    [`${link}&fullpage=1`, 400, 'validation_failed'],
  ] as const;
  const messages = [];
  for (const [url, status, code] of cases) {
    const res = await open(url);
    const body = await json(res);
    expect([url, res.status, body.code]).toEqual([url, status, code]);
    if (code === 'signature_invalid') messages.push(body.message);
    const image = await open(url, { 'sec-fetch-dest': 'image', accept: 'image/*' });
    expect([image.status, image.headers.get('content-type')]).toEqual([status, 'image/svg+xml']);
    expect(image.headers.get('x-error-code')).toBe(code);
    expect(image.headers.get('cache-control')).toBe('no-store');
    expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(640);
  }
  expect(new Set(messages).size).toBe(1);
  const asJson = await linkOf(customer, {
    url: `${app.siteUrl}/d`,
    on_error: 'json',
    element_selector: '#no',
  });
  const failed = await open(asJson, { 'sec-fetch-dest': 'image' });
  expect([failed.status, (await json(failed)).code]).toEqual([422, 'selector_not_found']);
  expect(await customer.balance()).toEqual({ available: 100, held: 0 });
});

test('[DL-18] secrets are rotated with an overlap, and a deleted or inactive key ends its links', async () => {
  const customer = await app.customer();
  const link = await linkOf(customer, { url: `${app.siteUrl}/e`, ...size });
  const { apiKeys } = await json(await customer.call('GET', '/api-keys'));
  const secretPath = `/api-keys/${apiKeys[0].id}/link-secret`;
  const before = await json(await customer.call('GET', secretPath));
  expect(before).toMatchObject({
    secret: expect.stringMatching(/^sws_/),
    previousSecretValidUntil: null,
  });
  expect(link).toContain(`key_id=${before.keyId}`);
  const rotate = async (overlapHours: number) =>
    json(await customer.call('POST', `${secretPath}/rotate`, { overlapHours }));
  const after = await rotate(24);
  expect(after.keyId).toBe(before.keyId);
  expect(after.secret).not.toBe(before.secret);
  expect((await open(link)).status).toBe(200);
  await rotate(0);
  expect((await open(link, { accept: 'image/png' })).status).toBe(403);
  const renewed = await linkOf(customer, { url: `${app.siteUrl}/e`, ...size });
  await customer.call('PATCH', `/api-keys/${apiKeys[0].id}`, { isActive: false });
  expect((await json(await open(renewed))).code).toBe('signature_invalid');
  const other = await app.customer();
  expect((await other.call('GET', secretPath)).status).toBe(404);
  expect((await other.call('POST', `${secretPath}/rotate`, { overlapHours: 0 })).status).toBe(404);
});

test('[PA-5, DL-19] a link is made from valid options only, by a key or from the dashboard; a URL carries no key', async () => {
  const customer = await app.customer();
  const url = `${app.siteUrl}/f`;
  const wrong = [
    [{}, 'url'],
    [{ url, url_pattern: `${url}*` }, 'url_pattern'],
    [{ url_pattern: '*' }, 'url_pattern'],
    [{ url, cookies: 'a=b' }, 'cookies'],
    [{ url, wait: 1 }, 'wait'],
    [{ url, width: 99 }, 'width'],
    [{ url, file_type: 'pdf' }, 'file_type'],
    [{ url, pdf_landscape: true }, 'pdf_landscape'],
    [{ url, full_page: true, slice_height: 500 }, 'slice_height'],
    [{ url, expires_in: 59 }, 'expires_in'],
    [{ url, name: '../a.png' }, 'name'],
    [{ url, name: 'a.png', file_type: 'png', clip_x: 1 }, 'clip_x'],
    [{ url: 'http://10.0.0.1/' }, 'url'],
  ] as const;
  for (const [fields, path] of wrong) {
    const res = await customer.byKey('/links', fields);
    const body = await json(res);
    expect([fields, body.details.fields?.[0]?.path]).toEqual([fields, path]);
  }
  expect((await customer.bySession('/links', { url })).status).toBe(400);
  const { apiKeys } = await json(await customer.call('GET', '/api-keys'));
  const byDashboard = await customer.bySession('/links', { url, api_key_id: apiKeys[0].id });
  expect(byDashboard.status).toBe(201);
  const other = await app.customer();
  expect((await other.bySession('/links', { url, api_key_id: apiKeys[0].id })).status).toBe(404);
  const unsigned = `/take?url=${encodeURIComponent(url)}&width=300&height=200`;
  // A key in the URL would be in logs and histories.
  for (const name of ['key', 'api_key', 'x-api-key', 'access_key'])
    expect((await app.request(`/api/v1${unsigned}&${name}=${customer.apiKey}`)).status).toBe(400);
  const byKey = await customer.byKey(unsigned);
  expect([byKey.status, byKey.headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/^private, /),
  ]);
});
