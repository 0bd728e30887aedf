import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCustomerStore } from '../../../test/customer-store.ts';
import {
  colouredSite,
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let bucket: Awaited<ReturnType<typeof openCustomerStore>>;
beforeAll(async () => {
  bucket = await openCustomerStore();
  app = await openScreenshotsApp(colouredSite, { ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' });
});
afterAll(async () => {
  await app?.close();
  await bucket?.close();
});

const create = async (owner: TestCustomer, changes: object = {}) => {
  const response = await owner.byKey('/destinations', { ...bucket.destination, ...changes });
  expect(response.status).toBe(201);
  return (await readJson(response)).destination;
};

const capture = async (owner: TestCustomer, options: object) =>
  readJson(await owner.byKey('/screenshots', { url: app.siteUrl, width: 200, ...options }));

const read = async (owner: TestCustomer, id: string) =>
  readJson(await owner.byKey(`/screenshots/${id}`));

const untilDelivery = async (owner: TestCustomer, id: string, pattern: RegExp) => {
  const delivery = async () => JSON.stringify((await read(owner, id)).delivery ?? {});
  await vi.waitUntil(async () => pattern.test(await delivery()), { timeout: 15_000, interval: 20 });
  return read(owner, id);
};

const storageOf = async ({ organizationId }: TestCustomer) => {
  const { rows } = await sql<{ used: number; kinds: string[] }>`
    select storage_used_bytes::int as used,
      array(select kind from files f where f.organization_id = a.organization_id) as kinds
    from credit_accounts a where organization_id = ${organizationId}`.execute(app.db);
  return rows[0];
};

test('[DL-27] a destination is created, shown without its secret, tested, changed and deleted', async () => {
  const owner = await app.customer();
  const made = await create(owner, { public_base_url: 'https://cdn.example.com/', prefix: 'x' });
  expect(made).toMatchObject({
    name: 'Archive',
    kind: 's3',
    public_base_url: 'https://cdn.example.com',
    path_template: '{project}/{host}/{yyyy}/{mm}/{slug}-{id}.{ext}',
    keep_local: true,
  });
  expect(JSON.stringify(made)).not.toContain('secret');
  const stored = await app.db
    .selectFrom('destinations')
    .select('secret_sealed')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  expect(stored.secret_sealed.includes(bucket.destination.secret_access_key)).toBe(false);
  const path = `/destinations/${made.id}`;
  expect(await readJson(await owner.call('POST', `${path}/test`))).toMatchObject({
    isReachable: true,
    code: null,
  });
  expect(await bucket.keys()).toEqual([]);
  const changed = await readJson(await owner.call('PATCH', path, { name: 'Cold', acl: 'private' }));
  expect(changed.destination).toEqual({ ...made, name: 'Cold', acl: 'private' });
  expect((await readJson(await owner.call('GET', '/destinations'))).destinations).toHaveLength(1);
  await owner.call('DELETE', path);
  expect((await readJson(await owner.call('GET', '/destinations'))).destinations).toEqual([]);
});

test.each([
  [{ endpoint: 'https://10.0.0.1' }, 403, /^endpoint: The IP address is not public\./],
  [{ endpoint: 'http://example.com' }, 400, /^endpoint: must begin with https:.*http:\/\/example/],
  [{ endpoint: 'https://u:p@example.com' }, 400, /^endpoint: must not contain a user name/],
  [{ bucket: '../x' }, 400, /^bucket must be the name of a bucket/],
  [{ path_template: '{host}/{nope}' }, 400, /^path_template: .*\{nope\}.*\{external_id\}/],
  [{ path_template: 'a/../b' }, 400, /^path_template: must not have empty segments or \.\., and/],
  [{ acl: 'everyone' }, 400, /^acl must be private, public-read or bucket-owner-full-control/],
])('[DL-27] a destination with %j is rejected', async (changes, status, message) => {
  const owner = await app.customer();
  const response = await owner.byKey('/destinations', { ...bucket.destination, ...changes });
  expect([response.status, (await readJson(response)).message]).toEqual([
    status,
    expect.stringMatching(message),
  ]);
});

test('[DL-27] another endpoint needs its secret, so that no other host is sent it', async () => {
  const owner = await app.customer();
  const { id } = await create(owner);
  const response = await owner.call('PATCH', `/destinations/${id}`, {
    endpoint: 'https://s3.example.com',
  });
  expect((await readJson(response)).message).toBe(
    'secret_access_key: is required with another endpoint',
  );
});

test('[DL-28] a destination of another organisation responds like a missing one', async () => {
  const [owner, other] = [await app.customer(), await app.customer()];
  const { id } = await create(owner);
  const body = { url: app.siteUrl };
  const attempt = async (destination: number) => {
    const path = `/destinations/${destination}`;
    const responses = await Promise.all([
      other.byKey('/screenshots', { ...body, destination_id: destination }),
      other.call('PATCH', path, { name: 'Mine' }),
      other.call('POST', `${path}/test`),
      other.call('DELETE', path),
    ]);
    return Promise.all(
      responses.map(async (response) => {
        const { code, message } = await readJson(response);
        return [response.status, code, message];
      }),
    );
  };
  const missing = await attempt(2_000_000_000);
  expect(missing.map(([status, code]) => [status, code])).toEqual(
    missing.map(() => [404, 'destination_not_found']),
  );
  expect(await attempt(id)).toEqual(missing);
  expect(await other.balance()).toEqual({ available: 100, held: 0 });
  const { projectId } = await capture(owner, {});
  const bound = { 'x-api-key': (await owner.boundKey(projectId)).key };
  expect((await owner.byKey('/destinations', undefined, bound)).status).toBe(403);
});

test('[DL-29] an image is delivered once to its path, and stays here', async () => {
  const owner = await app.customer();
  const { id } = await create(owner, { prefix: 'a', public_base_url: 'https://cdn.example.com' });
  const options = { wait: 25, destination_id: id, external_id: 'order 1/é' };
  const { requestId } = await capture(owner, {
    ...options,
    storage_path: '{host}/{slug}/{external_id}-{id}.{ext}',
  });
  const done = await untilDelivery(owner, requestId, /DELIVERED/);
  const path = `a/127.0.0.1/home/order-1-e-${requestId}.png`;
  expect(done.delivery).toMatchObject({
    state: 'DELIVERED',
    destinationId: id,
    destination: 'Archive',
    path,
    url: `https://cdn.example.com/${path}`,
    attempts: 1,
    error: null,
  });
  const image = await owner.byKey(`/screenshots/${requestId}/image`);
  const { bytes, ContentType } = await bucket.read(path);
  expect(ContentType).toBe('image/png');
  expect(bytes.equals(Buffer.from(await image.arrayBuffer()))).toBe(true);
  expect(await owner.balance()).toEqual({ available: 99, held: 0 });
  const again = await owner.byKey(`/screenshots/${requestId}/delivery/retry`, {});
  expect([again.status, (await readJson(again)).code]).toEqual([409, 'conflict']);
});

test('[DL-30] with keep_local false our copy is deleted after the delivery', async () => {
  const owner = await app.customer();
  const { id } = await create(owner, { keep_local: false });
  const { requestId } = await capture(owner, { destination_id: id });
  const done = await untilDelivery(owner, requestId, /DELIVERED/);
  expect(done).toMatchObject({ status: 'COMPLETE', screenshotUrl: null });
  expect(await storageOf(owner)).toEqual({ used: 0, kinds: [] });
  expect(await bucket.keys()).toContain(done.delivery.path);
});

test('[DL-30] with store false the image is delivered and never counted', async () => {
  const owner = await app.customer();
  const { id } = await create(owner);
  const { requestId } = await capture(owner, { destination_id: id, store: false });
  const done = await untilDelivery(owner, requestId, /DELIVERED/);
  expect(await bucket.keys()).toContain(done.delivery.path);
  expect(await storageOf(owner)).toEqual({ used: 0, kinds: ['unstored'] });
});

test.each([
  [{ access_key_id: 'wrong' }, 'destination_denied', /denied access to the bucket shots/],
  [{ bucket: 'absent' }, 'destination_not_found', /has no bucket named absent/],
])(
  '[DL-31] with %j the delivery shows %s, is repeated, and succeeds once it is put right',
  async (changes, code, message) => {
    const owner = await app.customer();
    const { id } = await create(owner, changes);
    const tested = await readJson(await owner.call('POST', `/destinations/${id}/test`));
    expect(tested).toMatchObject({ isReachable: false, code });
    expect(tested.error).toMatch(message);
    const { requestId } = await capture(owner, { destination_id: id });
    const { delivery } = await untilDelivery(owner, requestId, /"attempts":1/);
    expect(delivery).toMatchObject({ state: 'PENDING', attempts: 1, errorCode: code });
    expect(Date.parse(delivery.nextAttemptAt)).toBeGreaterThan(Date.now());
    const { bucket: name, access_key_id } = bucket.destination;
    await owner.call('PATCH', `/destinations/${id}`, { bucket: name, access_key_id });
    await owner.byKey(`/screenshots/${requestId}/delivery/retry`, {});
    await untilDelivery(owner, requestId, /DELIVERED/);
    expect(await owner.balance()).toEqual({ available: 99, held: 0 });
  },
);

test('[DL-32] upload_url receives the image by PUT; it is encrypted, masked and then deleted', async () => {
  const owner = await app.customer();
  interface Upload {
    readonly method: string;
    readonly type: string;
    readonly body: Buffer;
    /** Stored URL while the delivery runs. */
    readonly sealed: Buffer | null;
  }
  const received = Promise.withResolvers<Upload>();
  const findSealed = async () => {
    const rows = app.db
      .selectFrom('file_deliveries')
      .select('upload_url_sealed')
      .where('organization_id', '=', owner.organizationId);
    return (await rows.executeTakeFirstOrThrow()).upload_url_sealed;
  };
  const server = createServer((req, res) => {
    const { method = '', headers } = req;
    Promise.all([buffer(req), findSealed()]).then(([body, sealed]) => {
      res.end();
      received.resolve({ method, type: headers['content-type'] ?? '', body, sealed });
    }, received.reject);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${port}/shot.png?signature=hidden`;
  const { requestId } = await capture(owner, { upload_url: url, store: false });
  const { method, type, body, sealed } = await received.promise;
  expect([sealed?.includes('signature'), sealed?.includes('shot.png')]).toEqual([false, false]);
  expect([method, type, body.subarray(1, 4).toString()]).toEqual(['PUT', 'image/png', 'PNG']);
  const done = await untilDelivery(owner, requestId, /DELIVERED/);
  expect(done.options.upload_url).toBe('***');
  const row = await app.db
    .selectFrom('file_deliveries')
    .selectAll()
    .where('screenshot_id', '=', requestId)
    .executeTakeFirstOrThrow();
  expect(row.upload_url_sealed).toBeNull();
  server.closeAllConnections();
  server.close();
});

test.each([
  [{ upload_url: 'https://192.168.0.1/x' }, 403, /^upload_url: The IP address is not public\./],
  [{ upload_url: 'http://example.com/x' }, 400, /^upload_url: must begin with https:/],
  [
    { upload_url: 'https://example.com/x', destination_id: 1 },
    400,
    /^upload_url: cannot be combined with destination_id: /,
  ],
  [{ storage_path: 'a.png' }, 400, /^storage_path: has an effect only with destination_id/],
  [{ destination_id: 1, storage_path: '{nope}' }, 400, /^storage_path: .*\{nope\}/],
])('[DL-32] %j is rejected, and nothing is charged', async (options, status, message) => {
  const owner = await app.customer();
  const response = await owner.byKey('/screenshots', { url: app.siteUrl, ...options });
  expect([response.status, (await readJson(response)).message]).toEqual([
    status,
    expect.stringMatching(message),
  ]);
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test('[DL-33] a failed capture delivers nothing', async () => {
  const owner = await app.customer();
  const { id } = await create(owner);
  await capture(owner, { wait: 25, destination_id: id, element_selector: '#absent' });
  const rows = await app.db
    .selectFrom('file_deliveries')
    .selectAll()
    .where('organization_id', '=', owner.organizationId)
    .execute();
  expect(rows).toEqual([]);
});
