import type { IncomingHttpHeaders } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import {
  openScreenshotsApp,
  readJson as json,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';

const secret = 'Bearer of-a-customer';
const received: IncomingHttpHeaders[] = [];
const page = `<!doctype html><style>
  body { margin: 0; background: rgb(250, 240, 230) }
  @media (prefers-color-scheme: dark) { body { background: rgb(10, 20, 30) } }
</style><h1 style="margin: 80px">A page with text, so that it is not blank</h1>`;
let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let pageUrl: string;
beforeAll(async () => {
  app = await openScreenshotsApp((req, res) => {
    if (req.url?.startsWith('/page')) received.push(req.headers);
    res.setHeader('content-type', 'text/html').end(page);
  });
  pageUrl = `${app.siteUrl}/page`;
});
afterAll(() => app.close());

async function save(customer: TestCustomer, options: object, projectId?: number): Promise<number> {
  const body = { name: 'Dark hero', projectId, options: { mode: 'url', ...options } };
  const res = await customer.bySession('/screenshot-settings', body);
  expect(res.status).toBe(201);
  return (await json(res)).data.setting.id;
}

/** Captures with the key and returns the size, the first pixel and the stored options of the image. */
async function captured(customer: TestCustomer, body: object, path = '/screenshots') {
  const res = await customer.byKey(path, { wait: 25, response_type: 'image', ...body });
  const bytes = Buffer.from(await res.arrayBuffer());
  expect([res.status, bytes.toString('latin1', 1, 4)]).toEqual([200, 'PNG']);
  const id = res.headers.get('x-screenshot-id');
  const { data } = await json(await customer.byKey(`/screenshots/${id}`));
  const { data: pixels, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return {
    size: [info.width, info.height],
    pixel: [...pixels.subarray(0, 3)],
    options: data.options,
    creditsCharged: data.creditsCharged,
  };
}

test('[SS-11] a capture with setting_id has the options of the setting, and those of the request replace them', async () => {
  const customer = await app.customer();
  const id = await save(customer, {
    url: pageUrl,
    dark_mode: 'true',
    width: '640',
    height: '360',
    full_page: 'false',
  });
  const plain = await captured(customer, { setting_id: id });
  expect(plain).toMatchObject({ size: [640, 360], pixel: [10, 20, 30] });
  expect(plain.options).toMatchObject({
    setting_id: String(id),
    width: '640',
    dark_mode: 'true',
  });
  const changed = await captured(customer, { setting_id: id, dark_mode: false, width: 500 });
  expect(changed).toMatchObject({ size: [500, 360], pixel: [250, 240, 230] });
  const reset = await captured(customer, { setting_id: id, width: null });
  expect(reset.size).toEqual([1280, 360]);
});

test('[SS-11] an option of the request replaces those of the setting that it cannot be combined with', async () => {
  const customer = await app.customer();
  const id = await save(customer, { url: pageUrl, width: '640', height: '360' });
  const device = await captured(customer, { setting_id: id, emulate_device: 'iPhone 15' });
  expect(device.options).toMatchObject({ emulate_device: 'iPhone 15' });
  expect(device.options).not.toHaveProperty('width');
  const html = await captured(
    customer,
    { setting_id: id, html: '<body style="margin:0;background:#00f">' },
    '/html-to-image',
  );
  expect(html).toMatchObject({ size: [640, 360], pixel: [0, 0, 255] });
});

test('[SS-11] the secrets of a setting are sent to the page and never shown', async () => {
  const customer = await app.customer();
  const id = await save(customer, {
    url: pageUrl,
    custom_header: JSON.stringify({ Authorization: secret }),
  });
  const { options } = await captured(customer, { setting_id: id });
  expect(received.at(-1)).toMatchObject({ authorization: secret });
  expect(JSON.stringify(options)).not.toContain(secret);
  const added = { custom_header: { Authorization: '***', 'X-Plan': 'gold' } };
  await captured(customer, { setting_id: id, ...added });
  expect(received.at(-1)).toMatchObject({ authorization: secret, 'x-plan': 'gold' });
  await captured(customer, { setting_id: id, custom_header: null });
  expect(received.at(-1)).not.toHaveProperty('authorization');
});

test('[SS-11] an unknown or foreign setting is an error that names setting_id and costs nothing', async () => {
  const [customer, other] = [await app.customer(), await app.customer()];
  const foreign = await save(other, { url: pageUrl });
  const before = await customer.balance();
  for (const setting_id of [foreign, 999_999_999]) {
    for (const path of ['/screenshots', '/screenshots/estimate']) {
      const res = await customer.byKey(path, { url: pageUrl, setting_id });
      expect([res.status, await json(res)]).toMatchObject([
        404,
        { code: 'setting_not_found', details: { fields: [{ path: 'setting_id' }] } },
      ]);
    }
    const batch = await customer.byKey('/batches', { urls: [pageUrl], options: { setting_id } });
    expect([batch.status, (await json(batch)).code]).toEqual([404, 'setting_not_found']);
  }
  const invalid = await customer.byKey('/screenshots', { url: pageUrl, setting_id: 'hero' });
  expect([invalid.status, (await json(invalid)).message]).toEqual([
    400,
    'setting_id must be a whole number from 1 to 2147483647.',
  ]);
  expect(await customer.balance()).toEqual(before);
});

test('[SS-11] a key of a project uses the settings of its project and of none, for captures of its project', async () => {
  const customer = await app.customer();
  const projects = [
    await insertProject(app.db, { organization_id: customer.organizationId }),
    await insertProject(app.db, { organization_id: customer.organizationId }),
  ];
  const [own, foreign] = projects.map(({ id }) => id);
  const { key } = await customer.boundKey(own ?? 0);
  const capture = async (setting_id: number) => {
    const res = await app.send('/screenshots', { setting_id }, { 'x-api-key': key });
    return [res.status, (await json(res)).code ?? (await json(res.clone())).projectId];
  };
  const bound = await save(customer, { url: pageUrl }, own);
  const shared = await save(customer, { url: pageUrl, project_id: String(foreign) });
  const hidden = await save(customer, { url: pageUrl }, foreign);
  for (const id of [bound, shared]) {
    const res = await app.send('/screenshots', { setting_id: id }, { 'x-api-key': key });
    expect([res.status, (await json(res)).projectId]).toEqual([202, own]);
  }
  expect(await capture(hidden)).toEqual([404, 'setting_not_found']);
  const res = await app.send('/screenshot-settings/list', undefined, { 'x-api-key': key });
  const ids = (await json(res)).data.settings.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([shared, bound]);
});

test('[SS-11] an error about an option of the setting says so, and does not repeat its secrets', async () => {
  const customer = await app.customer();
  const wrong = await save(customer, { url: pageUrl, width: '99999' });
  const res = await customer.byKey('/screenshots', { setting_id: wrong });
  expect([res.status, (await json(res)).message]).toEqual([
    400,
    `width must be a whole number from 100 to 7680. width is an option of saved setting ${wrong} (setting_id).`,
  ]);
  const proxy = await save(customer, { url: pageUrl, proxy_url: 'ftp://user:hidden@proxy' });
  const secretError = await json(await customer.byKey('/screenshots', { setting_id: proxy }));
  expect(secretError).toMatchObject({
    code: 'invalid_proxy_url',
    message: `setting_id: the proxy_url stored with saved setting ${proxy} cannot be used; correct it in the setting, or send proxy_url`,
  });
  expect(JSON.stringify(secretError)).not.toContain('hidden');
  const html = await customer.bySession('/screenshot-settings', {
    name: 'Card',
    options: { mode: 'html', html: '<p>card' },
  });
  const { id } = (await json(html)).data.setting;
  const other = await json(await customer.byKey('/screenshots', { setting_id: id }));
  expect(other.message).toContain('POST it to /api/v1/html-to-image');
  expect((await captured(customer, { setting_id: id }, '/html-to-image')).options).toMatchObject({
    setting_id: String(id),
  });
});

test('[SS-11] an estimate and the idempotency key see the options of the setting', async () => {
  const customer = await app.customer();
  const id = await save(customer, { url: pageUrl, full_page: 'true' });
  const estimate = await json(await customer.byKey('/screenshots/estimate', { setting_id: id }));
  expect(estimate).toMatchObject({ creditsRequired: 2, url: pageUrl });
  const send = (body: object) =>
    customer.byKey('/screenshots', body, { 'idempotency-key': 'one-capture' });
  const first = await json(await send({ setting_id: id }));
  expect((await json(await send({ setting_id: id }))).requestId).toBe(first.requestId);
  await customer.call('PUT', `/screenshot-settings/${id}`, {
    name: 'Changed',
    options: { mode: 'url', url: pageUrl, full_page: 'false' },
  });
  const changed = await send({ setting_id: id });
  expect([changed.status, (await json(changed)).code]).toEqual([422, 'idempotency_key_reused']);
});

test('[SS-11] the cache finds an image by its options, whether they come from a setting or from the request', async () => {
  const customer = await app.customer();
  const url = `${pageUrl}/cached`;
  const id = await save(customer, { url, width: '444' });
  const send = async (body: object) =>
    json(await customer.byKey('/screenshots', { cache: true, wait: 25, ...body }));
  const first = await send({ setting_id: id });
  expect(first).toMatchObject({ cache: 'miss' });
  expect(await send({ url, width: 444 })).toMatchObject({
    cache: 'hit',
    requestId: first.requestId,
  });
  expect(await send({ setting_id: id, width: 445 })).toMatchObject({ cache: 'miss' });
});

test('[SS-11] a batch takes a setting for all items and another one for a single item', async () => {
  const customer = await app.customer();
  const wide = await save(customer, { url: pageUrl, width: '700', height: '300' });
  const small = await save(customer, { url: `${pageUrl}/small`, width: '320', height: '300' });
  const items = [
    { url: `${pageUrl}/1` },
    { url: `${pageUrl}/2`, width: 500 },
    { setting_id: small },
    { url: `${pageUrl}/3`, setting_id: 999_999_999 },
  ];
  const body = { items, options: { setting_id: wide }, partial: true };
  const dry = await json(await customer.byKey('/batches', { ...body, dry_run: true }));
  expect(dry).toMatchObject({
    counts: { accepted: 3, invalid: 1 },
    invalid: [{ index: 3, code: 'setting_not_found', field: 'setting_id' }],
  });
  const { batchId, screenshots } = await json(await customer.byKey('/batches', body));
  expect(batchId).toBeTruthy();
  const options = [];
  for (const { requestId } of screenshots) {
    await app.untilEnded(customer, requestId);
    const { data } = await json(await customer.byKey(`/screenshots/${requestId}`));
    options.push([data.url, data.imageWidth, Number(data.options.setting_id)]);
  }
  expect(options).toEqual([
    [`${pageUrl}/1`, 700, wide],
    [`${pageUrl}/2`, 500, wide],
    [`${pageUrl}/small`, 320, small],
  ]);
});

test('[SS-11] a signed link reads its setting whenever it is opened, and takes none with secrets', async () => {
  const customer = await app.customer();
  const options = { mode: 'url', url: `${pageUrl}/link`, width: '400', height: '300' };
  const id = await save(customer, options);
  const made = await json(await customer.byKey('/links', { setting_id: id, height: 720 }));
  const link = new URL(made.url);
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    setting_id: String(id),
    height: '720',
  });
  expect(link.searchParams.has('url')).toBe(false);
  const open = async () => {
    const res = await app.request(link.pathname + link.search);
    expect(res.status).toBe(200);
    const { width, height } = await sharp(Buffer.from(await res.arrayBuffer())).metadata();
    return [width, height];
  };
  expect(await open()).toEqual([400, 720]);
  const change = (changed: object) =>
    customer.call('PUT', `/screenshot-settings/${id}`, {
      name: 'Changed',
      options: { ...options, ...changed },
    });
  await change({ width: '410' });
  await expect.poll(open, { timeout: 10_000 }).toEqual([410, 720]);
  await change({ custom_header: '{"Authorization":"secret"}' });
  const failed = await customer.byKey('/links', { setting_id: id });
  expect(await json(failed)).toMatchObject({ code: 'validation_failed' });
  await expect
    .poll(async () => (await app.request(link.pathname + link.search)).status, { timeout: 10_000 })
    .toBe(400);
  const pattern = await customer.byKey('/links', {
    url_pattern: `${app.siteUrl}/*`,
    setting_id: await save(customer, options),
  });
  const { url } = await json(pattern);
  const image = await app.request(
    `${new URL(url).pathname}${new URL(url).search}${encodeURIComponent(`${pageUrl}/of-reader`)}`,
  );
  expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(400);
});

test('[SS-11] a link without a signature and a link with a file name use a setting, too', async () => {
  const customer = await app.customer();
  const id = await save(customer, { url: `${pageUrl}/named`, width: '420', file_type: 'png' });
  const byKey = await customer.byKey(`/take?setting_id=${id}&height=500`);
  const image = await sharp(Buffer.from(await byKey.arrayBuffer())).metadata();
  expect([image.format, image.width, image.height]).toEqual(['png', 420, 500]);
  const made = await json(await customer.byKey('/links', { setting_id: id, name: 'hero.webp' }));
  const link = new URL(made.url);
  const named = await app.request(link.pathname + link.search);
  expect([named.status, named.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const unknown = await customer.byKey('/take?setting_id=999999999');
  expect([unknown.status, (await json(unknown)).code]).toEqual([404, 'setting_not_found']);
});
