import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestKey } from '../../../../test/app.ts';
import { readJson } from '../../../../test/screenshots-app.ts';

let app: TestApp;
let key: TestKey;
beforeAll(async () => {
  app = await startTestApp({ env: { BATCH_MAX: '500' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  key = await app.apiKey();
});

const url = 'https://example.com/';
const urls = (count: number) => Array.from({ length: count }, (_, n) => `${url}${n}`);
const post = async (body: object, by = key) => {
  const response = await by.call('POST', '/screenshots/bulk', body);
  return { httpStatus: response.status, ...(await readJson(response)) };
};
const account = () =>
  app.db
    .selectFrom('credit_accounts')
    .select(['available', 'held'])
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirstOrThrow();
const stored = () =>
  app.db
    .selectFrom('screenshots')
    .select(['id', 'url', 'batch_id', 'batch_index', 'options', 'credits', 'is_test'])
    .where('organization_id', '=', key.organizationId)
    .orderBy('batch_index')
    .execute();
const jobs = async () =>
  (
    await sql<{ name: string; priority: number }>`
      select name, priority from pgboss.job where group_id = ${key.organizationId} order by created_on, priority`.execute(
      app.db,
    )
  ).rows;
const batchCount = async () =>
  (
    await app.db
      .selectFrom('batches')
      .select('id')
      .where('organization_id', '=', key.organizationId)
      .execute()
  ).length;

const sendOnce = (body: object) =>
  app.request('/api/v1/screenshots/bulk', {
    method: 'POST',
    headers: {
      'x-api-key': key.key,
      'content-type': 'application/json',
      'idempotency-key': 'once',
    },
    body: JSON.stringify(body),
  });

const statuses = async (by: TestKey, batchId: string) => {
  const path = `/batches/${batchId}`;
  const reads = await Promise.all([
    by.call('GET', path),
    by.call('GET', `${path}/items`),
    by.call('GET', `${path}/zip`),
  ]);
  // One after the other: a batch that is cancelled first can be retried.
  const retried = await by.call('POST', `${path}/retry`);
  const cancelled = await by.call('POST', `${path}/cancel`);
  return [...reads, retried, cancelled].map(({ status }) => status);
};

describe('[PA-8] a batch', () => {
  test('is accepted with a screenshot, a job and a hold for each item', async () => {
    const body = {
      name: 'Pages',
      options: { full_page: true, viewport_width: 800 },
      items: [
        { url, external_id: 'first' },
        { url: `${url}b`, full_page: false },
        { html: '<p>Hello' },
      ],
    };
    const accepted = await post(body);
    expect(accepted).toMatchObject({
      httpStatus: 202,
      statusUrl: `${app.url}/api/v1/batches/${accepted.batchId}`,
      counts: { items: 3, accepted: 3, duplicates: 0, invalid: 0, omitted: 0 },
      invalid: [],
      creditRequired: 5,
    });
    expect(await stored()).toMatchObject([
      {
        batch_index: 0,
        url,
        credits: 2,
        options: { width: 800, full_page: true, external_id: 'first' },
      },
      { batch_index: 1, credits: 1, options: { width: 800 } },
      { batch_index: 2, url: null, credits: 2 },
    ]);
    expect((await stored()).map(({ id }) => id)).toEqual(
      accepted.screenshots.map(({ requestId }: { requestId: string }) => requestId),
    );
    expect(await account()).toEqual({ available: 95, held: 5 });
    expect(await jobs()).toEqual(
      Array.from({ length: 3 }, () => ({ name: 'screenshot.run', priority: -1 })),
    );
    const listed = await readJson(await key.call('GET', '/batches'));
    expect(listed).toMatchObject({
      batches: [{ batchId: accepted.batchId, name: 'Pages', status: 'RUNNING' }],
      meta: { total: 1 },
    });
  });

  test('has at most 500 items, all of which are accepted together', async () => {
    await app.grantCredits(key.organizationId, 900);
    const tooMany = await post({ urls: urls(501) });
    expect(tooMany).toMatchObject({ httpStatus: 400, code: 'validation_failed' });
    expect(tooMany.message).toBe('urls: must have at most 500 items; this list has 501');
    const items = urls(500).map((one, n) => ({ url: one, width: 500, external_id: String(n) }));
    expect(await post({ items })).toMatchObject({
      httpStatus: 202,
      counts: { items: 500, accepted: 500 },
      creditRequired: 500,
    });
    expect(await account()).toEqual({ available: 500, held: 500 });
  });

  test('captures identical items once', async () => {
    const accepted = await post({ items: [{ url }, { url: `${url}b` }, { url, width: 1_280 }] });
    expect(accepted).toMatchObject({ counts: { items: 3, accepted: 2, duplicates: 1 } });
    const [first, , repeated] = accepted.screenshots;
    expect(repeated).toEqual({ index: 2, requestId: first.requestId });
    expect(await stored()).toHaveLength(2);
  });

  test('is rejected as a whole, with the position of each invalid item', async () => {
    const items = [{ url }, { url, width: 3 }, { url: 'http://127.0.0.1/' }, { url, widht: 300 }];
    const rejected = await post({ items });
    expect(rejected).toMatchObject({
      httpStatus: 400,
      code: 'validation_failed',
      details: {
        fields: [{ path: 'items.1.width' }, { path: 'items.2.url' }, { path: 'items.3.widht' }],
        invalid: [
          { index: 1, code: 'validation_failed', field: 'width' },
          { index: 2, code: 'url_not_allowed', field: 'url' },
          { index: 3, code: 'validation_failed', field: 'widht' },
        ],
      },
    });
    expect(rejected.message).toMatch(/^3 of 4 items are invalid, at the positions 1, 2, 3\. /);
    expect(await stored()).toEqual([]);
    const partial = await post({ items, partial: true });
    expect(partial).toMatchObject({
      httpStatus: 202,
      counts: { items: 4, accepted: 1, invalid: 3 },
      invalid: [{ index: 1 }, { index: 2 }, { index: 3 }],
      screenshots: [{ index: 0 }],
    });
    const relaxed = await key.call('POST', '/screenshots/bulk?strict=false', {
      items: [{ url, widht: 300 }],
    });
    expect(relaxed.status).toBe(202);
  });

  test.each([
    [{}, 'items: is required: a list of captures, or urls'],
    [{ items: [{ url }], urls: [url] }, 'urls: cannot be combined with items'],
    [{ urls: [url], options: { url } }, 'options.url: is a field of each item'],
    [{ urls: [url], options: { cache: true } }, /^options.cache: is not available in a batch/],
    [{ items: [{ url, wait: 5 }] }, /Position 0: wait: is not available in a batch/],
    [{ items: [{ url, project_id: 1 }] }, /project_id: is a field of the batch/],
    [{ urls: [url], csv: 'url' }, /^Unknown field "csv"/],
    [{ urls: [url], webhook_url: 'http://127.0.0.1/' }, /webhook_url/],
  ])('is rejected without valid items and options: %j', async (body, message) => {
    const rejected = await post(body);
    expect([400, 403]).toContain(rejected.httpStatus);
    expect(rejected.message).toMatch(message);
    expect(await batchCount()).toBe(0);
  });

  test('is only checked and priced by a dry run', async () => {
    const items = [{ url, full_page: true }, { url: 'no url' }, { url, full_page: true }];
    expect(await post({ items, dry_run: true })).toMatchObject({
      httpStatus: 200,
      batchId: null,
      statusUrl: null,
      counts: { items: 3, accepted: 1, duplicates: 1, invalid: 1 },
      invalid: [{ index: 1, code: 'invalid_url', field: 'url' }],
      creditRequired: 2,
      screenshots: [],
    });
    expect([await batchCount(), await stored(), await jobs()]).toEqual([0, [], []]);
    expect(await account()).toEqual({ available: 100, held: 0 });
  });

  test('is accepted once for each Idempotency-Key', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendOnce({ urls: urls(3) })));
    const bodies = await Promise.all(answers.map(readJson));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 202));
    expect(new Set(bodies.map(({ batchId }) => batchId)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.has('idempotent-replayed'));
    expect(replayed).toHaveLength(4);
    expect(await account()).toEqual({ available: 97, held: 3 });
    expect(await readJson(await sendOnce({ urls: urls(4) }))).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('of a test key is free, and only test keys see it', async () => {
    const session = await app.session();
    const live = await app.apiKey({ of: session });
    key = await app.apiKey({ of: session, isTest: true });
    const { batchId, ...accepted } = await post({ urls: urls(2) });
    expect(accepted).toMatchObject({ httpStatus: 202, creditRequired: 0 });
    expect(await stored()).toMatchObject([{ is_test: true }, { is_test: true }]);
    expect(await jobs()).toEqual(
      Array.from({ length: 2 }, () => ({ name: 'screenshot.run-test', priority: -1 })),
    );
    expect(await account()).toEqual({ available: 100, held: 0 });
    const path = `/batches/${batchId}`;
    expect((await key.call('GET', path)).status).toBe(200);
    expect((await live.call('GET', path)).status).toBe(404);
  });
});

describe('[PA-8] the scope of a batch', () => {
  test('is its organisation, and the project of the key', async () => {
    const session = await app.session();
    const open = await app.apiKey({ of: session });
    await session.call('POST', '/projects', { name: 'Oldest' });
    const name = { name: 'Second' };
    const { id: projectId } = (await readJson(await session.call('POST', '/projects', name)))
      .project;
    const bound = await app.apiKey({ of: session, projectId });
    const first = await post({ urls: [url] }, open);
    const second = await post({ urls: [url] }, bound);
    const forbidden = await post({ urls: [url], project_id: 1 }, bound);
    expect(forbidden).toMatchObject({ httpStatus: 403, code: 'api_key_project_forbidden' });
    expect(await statuses(key, first.batchId)).toEqual(Array.from({ length: 5 }, () => 404));
    expect(await statuses(bound, first.batchId)).toEqual(Array.from({ length: 5 }, () => 404));
    expect((await readJson(await bound.call('GET', '/batches'))).meta.total).toBe(1);
    expect((await readJson(await open.call('GET', '/batches'))).meta.total).toBe(2);
    expect(await statuses(bound, second.batchId)).toEqual([200, 200, 409, 409, 200]);
  });
});

const logged = () =>
  app.db
    .selectFrom('request_log')
    .select(sql<string>`row_to_json(request_log)::text`.as('text'))
    .where('organization_id', '=', key.organizationId)
    .execute();

test('the request log has no secrets of the items of a batch', async () => {
  const items = [
    { url, cookies: 'session=very-secret', custom_header: { 'X-Own': 'very-secret' } },
    { url: 'https://user:very-secret@example.com/', pasword: 'very-secret' },
  ];
  await post({ items, options: { basic_auth_user: 'me', basic_auth_password: 'very-secret' } });
  await expect.poll(async () => (await logged()).length).toBe(1);
  const [line] = await logged();
  expect(line?.text).toContain('cookies');
  expect(line?.text).not.toContain('very-secret');
});
