import { webhookEventSchema } from '@shotwright/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  colouredSite,
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';
import { startWebhookReceiver } from '../../../test/webhook-receiver.ts';
import { removeOldUnstoredImages } from './unstored-images.store.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite, { ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' });
  customer = await app.customer();
});
afterAll(() => app?.close());

const capture = (options: object, headers: Record<string, string> = {}, by = customer) =>
  by.byKey('/screenshots', { url: app.siteUrl, width: 200, height: 100, ...options }, headers);

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return { width, height, format };
};
const png = { width: 200, height: 100, format: 'png' };

test('[DL-20] external_id and tags are returned, and the list is filtered by them', async () => {
  const owner = await app.customer();
  const labelled = (external_id: string, tags: unknown) =>
    capture({ wait: 25, external_id, tags }, {}, owner).then(readJson);
  const one = await labelled('order-1', ['shop', 'nightly']);
  const two = await labelled('order-2', 'shop\nweekly');
  expect(one.screenshot).toMatchObject({ externalId: 'order-1', tags: ['shop', 'nightly'] });
  const plain = await readJson(await capture({ wait: 25 }, {}, owner));
  expect(plain.screenshot).toMatchObject({ externalId: null, tags: [], retainedUntil: null });
  const list = async (query: string) => {
    const { screenshots, meta } = await readJson(await owner.byKey(`/screenshots?${query}`));
    expect(meta.total).toBe(screenshots.length);
    return screenshots.map(({ id }: { id: string }) => id);
  };
  expect(await list('externalId=order-1')).toEqual([one.requestId]);
  expect(await list('externalId=order')).toEqual([]);
  expect(await list('tags=shop')).toEqual([two.requestId, one.requestId]);
  expect(await list('tags=shop,weekly')).toEqual([two.requestId]);
  expect(await list('tags=nightly,weekly')).toEqual([]);
  expect(await list('tags=shop&externalId=order-2')).toEqual([two.requestId]);
  expect(await list('tags=%00')).toEqual([]);
  const { id } = await app.db
    .selectFrom('api_keys')
    .select('id')
    .where('organization_id', '=', owner.organizationId)
    .executeTakeFirstOrThrow();
  expect(await list(`apiKeyId=${id}&externalId=order-1`)).toEqual([one.requestId]);
  expect(await list(`apiKeyId=${id + 1}`)).toEqual([]);
});

test.each([
  [{ external_id: 'x'.repeat(201) }, /^external_id must be at most 200 characters\.$/],
  [{ tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, /^tags must have at most 10 items\.$/],
  [{ tags: ['x'.repeat(51)] }, /^tags must have items of at most 50 bytes each\.$/],
  [{ tags: ['a,b'] }, /^tags: must be texts without commas .* not "a,b"$/],
  [{ retention_days: 0 }, /^retention_days must be a whole number from 1 to 3650\.$/],
  [{ retention_days: 3_651 }, /^retention_days must be a whole number from 1 to 3650\.$/],
  [{ webhook_url: 'nonsense' }, /^webhook_url: must be a URL such as/],
  [{ webhook_url: 'ftp://example.com/' }, /^webhook_url: must begin with http/],
  [
    { webhook_url: 'http://example.com/' },
    /^webhook_url: must begin with https:.*http:\/\/example/,
  ],
  [{ webhook_url: 'https://10.0.0.1/' }, /^webhook_url: The IP address is not public\./],
])('[DL-20, DL-21] %j is rejected, and nothing is charged', async (options, message) => {
  const owner = await app.customer();
  const response = await capture(options, {}, owner);
  expect([400, 403]).toContain(response.status);
  expect((await readJson(response)).message).toMatch(message);
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test('[DX-12] a listener reads the events of its account, and none of another one', async () => {
  const [owner, other] = [await app.customer(), await app.customer()];
  const { cursor } = await readJson(await owner.byKey('/webhooks/events'));
  const { requestId } = await readJson(await capture({ wait: 25 }, {}, owner));
  const foreign = await readJson(await capture({ wait: 25 }, {}, other));
  const { events } = await readJson(await owner.byKey(`/webhooks/events?after=${cursor}`));
  const ids = events.map(({ id }: { readonly id: string }) => id);
  expect([ids, ids.includes(foreign.requestId)]).toEqual([[requestId], false]);
});

test('[DL-21] webhook_url is notified once of each end, signed, besides registered webhooks', async () => {
  const owner = await app.customer();
  const [registered, named] = [await startWebhookReceiver(), await startWebhookReceiver()];
  try {
    const values = { name: 'CI', webhookUrl: registered.url, eventIds: '', projectIds: '' };
    const { secret: own } = await readJson(await owner.call('POST', '/webhooks', values));
    const { secret } = await readJson(await owner.byKey('/webhooks/events'));
    const labels = { external_id: 'order-1', tags: ['shop'] };
    const done = await readJson(
      await capture({ wait: 25, webhook_url: named.url, ...labels }, {}, owner),
    );
    const failed = await capture(
      { wait: 25, webhook_url: named.url, element_selector: '#absent' },
      {},
      owner,
    );
    expect(failed.status).toBe(422);
    // A registered URL is notified as registered only.
    await capture({ wait: 25, webhook_url: registered.url }, {}, owner);
    await Promise.all([named.until(2), registered.until(3)]);
    const events = named.received.map(({ body, headers }) =>
      webhookEventSchema.parse(new Verifier(secret).verify(body, headers)),
    );
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'screenshot.completed',
      'screenshot.failed',
    ]);
    expect(events.find(({ type }) => type === 'screenshot.completed')).toMatchObject({
      data: { id: done.requestId, externalId: 'order-1', tags: ['shop'] },
    });
    for (const { body, headers } of registered.received) new Verifier(own).verify(body, headers);
    const listed = await readJson(await owner.call('GET', '/webhooks'));
    expect(listed.map(({ webhookUrl }: { webhookUrl: string }) => webhookUrl)).toEqual([
      registered.url,
    ]);
    const rows = await app.db
      .selectFrom('webhook_deliveries')
      .select(['webhook_id', 'screenshot_id'])
      .where('organization_id', '=', owner.organizationId)
      .execute();
    expect(rows).toHaveLength(5);
  } finally {
    registered.close();
    named.close();
  }
});

test('[DL-23] a capture says until when it is retained', async () => {
  const { createdAt, retainedUntil } = (
    await readJson(await capture({ wait: 25, retention_days: '30' }))
  ).screenshot;
  expect(Date.parse(retainedUntil) - Date.parse(createdAt)).toBe(30 * 86_400_000);
});

test('[DL-22] response_type base64 contains the image as text', async () => {
  const body = await readJson(await capture({ response_type: 'base64' }));
  expect(body.image.contentType).toBe('image/png');
  expect(await sizeOf(Buffer.from(body.image.base64, 'base64'))).toEqual(png);
  expect(body.screenshot.id).toBe(body.requestId);
});

test('[DL-22] response_type redirect leads to the image', async () => {
  const session = { 'x-api-key': customer.apiKey, 'content-type': 'application/json' };
  const response = await fetch(`${app.url}/api/v1/screenshots`, {
    method: 'POST',
    headers: session,
    body: JSON.stringify({
      url: app.siteUrl,
      width: 200,
      height: 100,
      response_type: 'redirect',
    }),
    redirect: 'manual',
  });
  expect([response.status, await response.text()]).toEqual([303, '']);
  const image = await fetch(response.headers.get('location') ?? '');
  expect(await sizeOf(await image.bytes())).toEqual(png);
});

test('[DL-22] response_type none has no body, and the id in a header', async () => {
  const response = await capture({ response_type: 'none' });
  expect([response.status, await response.text()]).toEqual([204, '']);
  const id = response.headers.get('x-screenshot-id') ?? '';
  await app.untilEnded(customer, id);
  const failed = await capture({ response_type: 'none', wait: 25, element_selector: '#absent' });
  expect(failed.status).toBe(422);
});

test.each([
  [{ accept: 'image/*' }, {}, 'image/png'],
  [{ accept: 'image/avif,image/webp;q=0.9,*/*;q=0.8' }, {}, 'image/png'],
  [{ accept: '*/*' }, { wait: 25 }, 'application/json; charset=utf-8'],
  [{ accept: 'application/json, image/*;q=0.5' }, { wait: 25 }, 'application/json; charset=utf-8'],
  [{ accept: 'image/*' }, { wait: 25, response_type: 'json' }, 'application/json; charset=utf-8'],
])('[DL-22] %j with %j is answered with %s', async (headers, options, contentType) => {
  const response = await capture(options, headers);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
  await response.bytes();
});

const objectsOf = async (organizationId: string) => {
  const { rows } = await sql<{ files: string[]; deleted: number; used: number }>`
    select array(select kind from files f where f.organization_id = a.organization_id) as files,
      (select count(*)::int from deleted_objects where storage_key like '%/' || ${organizationId} || '/%') as deleted,
      storage_used_bytes::int as used
    from credit_accounts a where organization_id = ${organizationId}`.execute(app.db);
  return rows[0];
};

test('[DL-25] store=false returns the image at full storage, and keeps only the row', async () => {
  const owner = await app.customer({ credits: 10 });
  const { organizationId } = owner;
  await sql`update organizations set storage_limit_bytes = 5 where id = ${organizationId}`.execute(
    app.db,
  );
  await sql`update credit_accounts set storage_used_bytes = 5 where organization_id = ${organizationId}`.execute(
    app.db,
  );
  const full = await capture({ wait: 25 }, {}, owner);
  expect([full.status, (await readJson(full)).code]).toEqual([402, 'storage_limit_reached']);
  const response = await capture({ response_type: 'image', store: false }, {}, owner);
  expect(response.headers.get('x-image-width')).toBe('200');
  expect(await sizeOf(await response.bytes())).toEqual(png);
  const id = response.headers.get('x-screenshot-id');
  expect(await objectsOf(organizationId)).toEqual({ files: [], deleted: 1, used: 5 });
  expect(await owner.balance()).toEqual({ available: 9, held: 0 });
  const row = await readJson(await owner.byKey(`/screenshots/${id}`));
  expect(row).toMatchObject({ status: 'COMPLETE', screenshotUrl: null, creditsCharged: 1 });
  const gone = await owner.byKey(`/screenshots/${id}/image`);
  expect([gone.status, (await readJson(gone)).code]).toEqual([410, 'image_not_stored']);
  const text = await readJson(await capture({ response_type: 'base64', store: false }, {}, owner));
  expect(await sizeOf(Buffer.from(text.image.base64, 'base64'))).toEqual(png);
});

test('[DL-25] an image that no response has taken can be read, until it is deleted', async () => {
  const owner = await app.customer();
  const options = { response_type: 'image', store: false, wait: 0.01 };
  const id = (await capture(options, {}, owner)).headers.get('x-screenshot-id') ?? '';
  await app.untilEnded(owner, id);
  const late = await owner.byKey(`/screenshots/${id}/image`);
  expect(await sizeOf(await late.bytes())).toEqual(png);
  expect(await objectsOf(owner.organizationId)).toEqual({
    files: ['unstored'],
    deleted: 0,
    used: 0,
  });
  await removeOldUnstoredImages(app.db, 100);
  expect(await objectsOf(owner.organizationId)).toMatchObject({ files: ['unstored'] });
  await sql`update files set created_at = now() - interval '11 minutes' where screenshot_id = ${id}`.execute(
    app.db,
  );
  await removeOldUnstoredImages(app.db, 100);
  expect(await objectsOf(owner.organizationId)).toEqual({ files: [], deleted: 1, used: 0 });
});

test('[DL-25] a failed capture with store=false stores no image of its page', async () => {
  const owner = await app.customer();
  const options = { response_type: 'image', store: false, element_selector: '#absent' };
  expect((await capture(options, {}, owner)).status).toBe(422);
  expect(await objectsOf(owner.organizationId)).toMatchObject({ files: [], used: 0 });
});

test.each([
  [{ store: false }, /^store: false cannot be combined with response_type json: /],
  [{ store: false, response_type: 'redirect' }, /with response_type redirect: /],
  [{ store: false, response_type: 'image', wait: 0 }, /with wait 0: /],
  [
    { store: false, response_type: 'image', webhook_url: 'https://example.com/' },
    /with webhook_url: /,
  ],
])('[DL-26] %j is rejected, and nothing is charged', async (options, message) => {
  const owner = await app.customer();
  const response = await capture(options, {}, owner);
  const { code, message: text } = await readJson(response);
  expect([response.status, code]).toEqual([400, 'unsupported_option_combination']);
  expect(text).toMatch(message);
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});
