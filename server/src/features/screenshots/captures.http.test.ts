import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  colouredSite,
  openScreenshotsApp,
  readJson as json,
} from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let page: string;
/** Responds after a second, which does not pass on the page's clock. */
let slowPage: string;
beforeAll(async () => {
  app = await openScreenshotsApp((req, res) => {
    const respond = () => colouredSite(req, res);
    if (req.url?.startsWith('/slow') === true) setTimeout(respond, 1_000);
    else respond();
  });
  page = `${app.siteUrl}/page`;
  slowPage = `${app.siteUrl}/slow`;
});
afterAll(() => app.close());

test('[PA-2] a URL and pasted HTML are accepted with the capture fields and return requestId and creditRequired', async () => {
  const customer = await app.customer();
  const fields = {
    file_type: 'JPEG',
    full_page: 'true',
    disable_animations: true,
    disable_javascript: 'false',
    retina: 'true',
    width: '300',
    height: 200,
    delay: '0.1',
    inject_css: 'p{color:red}',
    inject_js: 'document.title="x"',
    custom_header: '{"X-A":"b"}',
  };
  const bodies = [
    ['/screenshots', { url: page, element_selector: 'body', ...fields }],
    ['/html-to-image', { html: '<p>Hello', ...fields }],
  ] as const;
  for (const [path, body] of bodies) {
    const res = await customer.byKey(path, body);
    expect(res.status).toBe(202);
    const response = await json(res);
    expect(response).toMatchObject({ status: 'success', creditRequired: 3 });
    expect(response.data.requestId).toBe(response.requestId);
    expect(response.statusUrl).toBe(`${app.url}/api/v1/screenshots/${response.requestId}`);
    expect(res.headers.get('x-credits-charged')).toBe('0');
    const seen = await app.untilEnded(customer, response.requestId);
    expect(['PENDING', 'PROCESSING', 'COMPLETE'].filter((status) => seen.includes(status))).toEqual(
      seen,
    );
    const image = await customer.byKey(`/screenshots/${response.requestId}/image`);
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 600 });
  }
  expect(await customer.balance()).toEqual({ available: 94, held: 0 });
});

test('[PA-2] a value outside the limits of its field is rejected with the field name, and nothing is charged', async () => {
  const customer = await app.customer();
  const wrong: readonly [string, unknown, number][] = [
    ['width', 99, 400],
    ['width', '7681', 400],
    ['height', 99, 400],
    ['height', 4_321, 400],
    ['delay', -1, 400],
    ['delay', 61, 400],
    ['delay', '', 400],
    ['file_type', 'bmp', 400],
    ['full_page', 'yes', 400],
    ['retina', 1, 400],
    ['wait', 26, 400],
    ['response_type', 'pdf', 400],
    ['project_id', 'x', 400],
    ['inject_js', 'x'.repeat(256 * 1024 + 1), 400],
    ['inject_css', 5, 400],
    ['element_selector', 'x'.repeat(1_025), 400],
    ['custom_header', '{', 400],
    ['proxy_url', 'ftp://x', 400],
    ['emulate_device', 'Nokia 3310', 404],
    ['url', `https://example.com/${'x'.repeat(2_048)}`, 400],
    ['url', 'javascript:alert(1)', 400],
    ['url', 'http://169.254.169.254/', 403],
    ['url', 5, 400],
  ];
  for (const [path, value, status] of wrong) {
    const res = await customer.byKey('/screenshots', { url: page, [path]: value });
    const body = await json(res);
    expect([path, value, res.status, body.details.fields?.[0]?.path]).toEqual([
      path,
      value,
      status,
      path,
    ]);
    expect(body).toMatchObject({ status: 'error', creditsCharged: 0, error: body.message });
  }
  const tooLong = await customer.byKey('/html-to-image', { html: 'x'.repeat(2 * 1024 * 1024 + 1) });
  expect([tooLong.status, (await json(tooLong)).code]).toEqual([413, 'html_too_large']);
  expect(await customer.balance()).toEqual({ available: 100, held: 0 });
  expect((await json(await customer.byKey('/screenshots'))).meta.total).toBe(0);
});

test('response_type=image returns the image with its cost and duration', async () => {
  const customer = await app.customer();
  const res = await customer.byKey('/screenshots', {
    url: page,
    width: 320,
    height: 200,
    response_type: 'image',
  });
  expect(res.status).toBe(200);
  expect(res.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await res.arrayBuffer());
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([320, 200]);
  expect([...data.subarray(-info.channels, data.length - info.channels + 3)]).toEqual([
    10, 200, 30,
  ]);
  const id = res.headers.get('x-screenshot-id');
  const headers = Object.fromEntries(res.headers);
  expect(headers).toMatchObject({
    'x-credits-charged': '1',
    'x-credits-remaining': '99',
    'x-image-width': '320',
    'x-image-height': '200',
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
  });
  expect(headers['server-timing']).toMatch(
    /^queue;dur=\d+, navigate;dur=\d+, wait;dur=\d+, capture;dur=\d+, store;dur=\d+$/,
  );
  expect(headers['content-disposition']).toMatch(/^inline; filename="127\.0\.0\.1-[\d-]+\.png"$/);
  const again = await customer.byKey(`/screenshots/${id}/image`);
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
});

test('[PA-4] a call waits for the requested time, at most 25 s, and a slower capture still completes', async () => {
  const customer = await app.customer();
  const inTime = await customer.byKey('/screenshots', { url: page, wait: 20 });
  expect(inTime.status).toBe(200);
  expect(await json(inTime)).toMatchObject({
    screenshot: { status: 'COMPLETE', creditsCharged: 1 },
  });
  const inPipeline = await customer.byKey('/screenshots', { url: page });
  expect(inPipeline.status).toBe(202);
  const late = await customer.byKey('/screenshots', {
    url: slowPage,
    wait: 0.2,
    response_type: 'image',
  });
  expect(late.status).toBe(202);
  const { requestId, statusUrl } = await json(late);
  expect(statusUrl).toContain(requestId);
  const client = new AbortController();
  const disconnected = app.request('/api/v1/screenshots', {
    method: 'POST',
    headers: { 'x-api-key': customer.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${slowPage}?left`, response_type: 'image' }),
    signal: client.signal,
  });
  const listScreenshots = async () =>
    (await json(await customer.byKey('/screenshots?url=%3FLEFT'))).screenshots;
  await expect.poll(async () => (await listScreenshots()).length, { timeout: 15_000 }).toBe(1);
  client.abort();
  await expect(disconnected).rejects.toThrow(/abort/i);
  expect(await app.untilEnded(customer, requestId)).toContain('COMPLETE');
  const [{ id }] = await listScreenshots();
  expect((await app.untilEnded(customer, id)).at(-1)).toBe('COMPLETE');
});

test('[DL-1] a cached image is marked and costs nothing, whether as JSON or as the image', async () => {
  const customer = await app.customer();
  const body = { url: `${page}/cached`, width: 300, height: 200, cache: true, wait: 25 };
  const first = await customer.byKey('/screenshots', body);
  expect(first.headers.get('x-cache')).toBe('MISS');
  expect(first.headers.get('age')).toBeNull();
  const { requestId, cache, creditRequired } = await json(first);
  expect([cache, creditRequired]).toEqual(['miss', 1]);
  const again = await customer.byKey('/screenshots', { ...body, wait: 0 });
  expect(again.status).toBe(200);
  expect(await json(again)).toMatchObject({
    requestId,
    cache: 'hit',
    creditRequired: 0,
    screenshot: { id: requestId, status: 'COMPLETE' },
  });
  const image = await customer.byKey('/screenshots', { ...body, response_type: 'image' });
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'x-cache': 'HIT',
    age: expect.stringMatching(/^\d+$/),
    'x-screenshot-id': requestId,
    'x-credits-charged': '0',
    'x-credits-remaining': '99',
  });
  const uncached = await customer.byKey('/screenshots', { url: page });
  expect(uncached.headers.get('x-cache')).toBeNull();
  expect(await json(uncached)).not.toHaveProperty('cache');
});

test('[DL-3] an option of the cache without the cache is rejected by name', async () => {
  const customer = await app.customer();
  const wrong = [
    [{ cache_key: 'one' }, 'cache_key', 'unsupported_option_combination'],
    [{ fresh: true }, 'fresh', 'unsupported_option_combination'],
    [{ cache: true, cookies: 'a=b' }, 'cache', 'unsupported_option_combination'],
    [{ cache: true, cache_ttl: 59 }, 'cache_ttl', 'validation_failed'],
    [{ cache: true, cache_key: 'a b' }, 'cache_key', 'validation_failed'],
    [
      { cache: true, stale_while_revalidate: 604_801 },
      'stale_while_revalidate',
      'validation_failed',
    ],
  ] as const;
  for (const [fields, path, code] of wrong) {
    const res = await customer.byKey('/screenshots', { url: page, ...fields });
    expect(res.status).toBe(400);
    expect(await json(res)).toMatchObject({ code, details: { fields: [{ path }] } });
  }
  expect(await customer.balance()).toEqual({ available: 100, held: 0 });
});

test('a failed capture returns the status and message of its error code and costs nothing', async () => {
  const customer = await app.customer();
  const res = await customer.byKey('/screenshots', {
    url: page,
    element_selector: '#absent',
    wait: 25,
  });
  const body = await json(res);
  expect(res.status).toBe(422);
  expect(body).toMatchObject({ code: 'selector_not_found', creditsCharged: 0, statusCode: 422 });
  const id = body.details.screenshotId;
  expect(await json(await customer.byKey(`/screenshots/${id}`))).toMatchObject({
    data: {
      status: 'FAILED',
      code: 'selector_not_found',
      message: body.message,
      creditsCharged: 0,
    },
  });
  expect((await customer.byKey(`/screenshots/${id}/image`)).status).toBe(422);
  expect(await customer.balance()).toEqual({ available: 100, held: 0 });
});

test('a repeated Idempotency-Key replays the first response, without a second capture or charge', async () => {
  const customer = await app.customer();
  const capture = (body: object, key = 'one') =>
    customer.byKey('/screenshots', body, { 'idempotency-key': key });
  const responses = await Promise.all(Array.from({ length: 50 }, () => capture({ url: page })));
  const bodies = await Promise.all(responses.map(json));
  expect(new Set(bodies.map((body) => body.requestId)).size).toBe(1);
  expect(responses.filter((res) => res.headers.get('idempotent-replayed') === 'true')).toHaveLength(
    49,
  );
  const reused = await capture({ url: `${page}/other` });
  expect([reused.status, (await json(reused)).code]).toEqual([422, 'idempotency_key_reused']);
  const slow = { url: slowPage, response_type: 'image' };
  const first = capture(slow, 'two');
  await expect
    .poll(async () => (await json(await customer.byKey('/screenshots'))).meta.total)
    .toBe(2);
  const early = await capture(slow, 'two');
  expect([early.status, (await json(early)).code]).toEqual([409, 'idempotency_in_progress']);
  const image = Buffer.from(await (await first).arrayBuffer());
  const replayed = await capture(slow, 'two');
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(Buffer.from(await replayed.arrayBuffer()).equals(image)).toBe(true);
  await app.untilEnded(customer, bodies[0].requestId);
  expect(await customer.balance()).toEqual({ available: 98, held: 0 });
});

test('[AP-37] text and JSON values are equivalent, stored options are text, and the duration is in seconds', async () => {
  const customer = await app.customer();
  const shots = [];
  for (const value of ['false', false]) {
    const body = { url: page, retina: value, width: value ? '320' : 320, height: 200, wait: 25 };
    shots.push((await json(await customer.byKey('/screenshots', body))).screenshot);
  }
  expect(shots[0].options).toEqual(shots[1].options);
  for (const shot of shots) {
    expect(shot).toMatchObject({ imageWidth: 320, options: { retina: 'false', width: '320' } });
    const durationMs = Date.parse(shot.finishedAt) - Date.parse(shot.startedAt);
    expect(shot.duration).toBe(durationMs / 1_000);
  }
});
