import {
  captureOptionsOf,
  htmlCaptureSchema,
  urlCaptureSchema,
  type CaptureOptions,
} from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertOrganization } from '../../../../test/factories.ts';
import {
  failureOf,
  imageResult,
  openTestScreenshots,
  requestOf,
} from '../../../../test/screenshots.ts';
import type { CacheRequest } from './cache-request.rules.ts';

type Fixture = Awaited<ReturnType<typeof openTestScreenshots>>;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openTestScreenshots();
});
afterAll(() => fixture.close());
afterEach(() => {
  fixture.engine.capture = async () => imageResult('image');
});

const cacheOf = (changes: Partial<CacheRequest> = {}): CacheRequest => ({
  ttlSeconds: 3_600,
  staleSeconds: 0,
  isFresh: false,
  name: undefined,
  failureSeconds: 0,
  ...changes,
});
const optionsOf = (fields: object): CaptureOptions =>
  captureOptionsOf(urlCaptureSchema.parse({ url: 'https://example.com', ...fields }));

/** An organisation with functions that request and run captures. */
async function openAccount(credits = 100) {
  const { id: organizationId } = await insertOrganization(fixture.db, { credits });
  const run = (id: string) => fixture.run({ id, data: { organizationId } });
  return {
    organizationId,
    run,
    request: (cache: Partial<CacheRequest> = {}, changes: Parameters<typeof requestOf>[1] = {}) =>
      fixture.requestScreenshot(requestOf(organizationId, { cache: cacheOf(cache), ...changes })),
    age: (id: string, seconds: number) =>
      sql`update screenshots set finished_at = finished_at - make_interval(secs => ${seconds}) where id = ${id}`.execute(
        fixture.db,
      ),
    balance: () => fixture.credits.balanceOf(fixture.db, organizationId),
    captures: async () => {
      const rows = await fixture.db
        .selectFrom('screenshots')
        .select('id')
        .where('organization_id', '=', organizationId)
        .execute();
      return rows.length;
    },
  };
}

test('[DL-1] an identical request within cache_ttl gets the same screenshot, free of charge', async () => {
  const account = await openAccount();
  const first = await account.request();
  expect(first).toMatchObject({ credits: 1, cache: { status: 'miss' } });
  await account.run(first.id);
  const again = await account.request({ ttlSeconds: 60 });
  expect(again).toMatchObject({ id: first.id, credits: 0, cache: { status: 'hit' } });
  expect(again.ended).toMatchObject({ status: 'COMPLETE' });
  expect(again.cache?.ageSeconds).toBeGreaterThanOrEqual(0);
  await account.age(first.id, 61);
  expect(await account.request({ ttlSeconds: 120 })).toMatchObject({ id: first.id });
  expect(await account.request({ ttlSeconds: 60 })).toMatchObject({ cache: { status: 'miss' } });
  expect(await account.balance()).toEqual({ available: 98, held: 1 });
});

test('[DL-2] every option that decides the image or its outcome has an entry of its own', async () => {
  const account = await openAccount();
  const options = [
    {},
    { url: 'https://example.com/other' },
    { full_page: true },
    { emulate_device: 'iPhone 15' },
    { width: 300 },
    { inject_css: 'p{}' },
    { proxy_url: 'http://user:one@proxy.example.com:80' },
    { proxy_url: 'http://user:two@proxy.example.com:80' },
    { fail_if_text: 'Sold out' },
    { file_name: 'other' },
  ];
  const ids = new Set<string>();
  for (const given of options) {
    const { id, cache } = await account.request({}, { fields: optionsOf(given) });
    expect(cache).toEqual({ status: 'miss' });
    ids.add(id);
  }
  const html = captureOptionsOf(htmlCaptureSchema.parse({ html: '<p>' }));
  ids.add((await account.request({}, { fields: html })).id);
  ids.add((await account.request({ name: 'other' })).id);
  expect(ids.size).toBe(options.length + 2);
  const defaults = optionsOf({ width: 1_280, height: 720, url: 'https://EXAMPLE.com/' });
  const same = await account.request({}, { fields: defaults });
  expect(ids).toContain(same.id);
  expect(await (await openAccount()).request()).toMatchObject({ cache: { status: 'miss' } });
});

test('[DL-3] requests with cookies, authentication or headers need a cache_key', async () => {
  const account = await openAccount();
  const secrets = [
    { cookies: 'a=b' },
    { basic_auth_user: 'ada' },
    { custom_header: { authorization: 'x' } },
    { steps: 'press Enter' },
  ];
  for (const secret of secrets) {
    const fields = optionsOf(secret);
    await expect(account.request({}, { fields })).rejects.toMatchObject({
      code: 'unsupported_option_combination',
      message: expect.stringContaining(Object.keys(secret)[0]!),
    });
    const { id } = await account.request({ name: 'ada' }, { fields });
    expect(await account.request({ name: 'ada' }, { fields })).toMatchObject({ id, credits: 0 });
  }
  const other = optionsOf({ cookies: 'a=c' });
  expect(await account.request({ name: 'ada' }, { fields: other })).toMatchObject({ credits: 1 });
});

test('[DL-4] parallel identical requests to two processes have one capture, one credit and one image', async () => {
  const account = await openAccount();
  const fields = optionsOf({ url: 'https://example.com/parallel' });
  const images: string[] = [];
  fixture.engine.capture = async ({ source }) => {
    if (source.kind === 'url' && source.url.endsWith('/parallel')) images.push(source.url);
    return imageResult(`image ${images.length}`);
  };
  const request = requestOf(account.organizationId, { cache: cacheOf(), fields, waitMs: 30_000 });
  const workers = await fixture.jobs.work(fixture.handlers);
  try {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0 ? fixture.requestScreenshot(request) : fixture.requestElsewhere(request),
      ),
    );
    expect(new Set(results.map(({ ended }) => ended?.file?.sha256)).size).toBe(1);
    expect(results.every(({ ended }) => ended?.status === 'COMPLETE')).toBe(true);
    expect(results.filter(({ cache }) => cache?.status === 'miss')).toHaveLength(1);
    expect(results.reduce((sum, { credits }) => sum + credits, 0)).toBe(1);
  } finally {
    await workers.stop({ graceMs: 1_000 });
  }
  expect(images).toHaveLength(1);
  expect(await account.captures()).toBe(1);
  expect(await account.balance()).toEqual({ available: 99, held: 0 });
});

test('[DL-5] fresh captures anew, and later requests get the new image', async () => {
  const account = await openAccount();
  const first = await account.request();
  await account.run(first.id);
  const fresh = await account.request({ isFresh: true });
  expect(fresh).toMatchObject({ credits: 1, cache: { status: 'miss' } });
  expect(await account.request()).toMatchObject({ id: first.id });
  await account.run(fresh.id);
  expect(await account.request()).toMatchObject({ id: fresh.id });
});

test('[DL-6] a stale image is returned while one new capture runs, also without credits for it', async () => {
  const account = await openAccount(2);
  const first = await account.request();
  await account.run(first.id);
  await account.age(first.id, 4_000);
  const stale = { staleSeconds: 1_000 };
  expect(await account.request(stale)).toMatchObject({ id: first.id, credits: 0 });
  expect(await account.request(stale)).toMatchObject({ id: first.id, credits: 0 });
  expect(await account.balance()).toEqual({ available: 0, held: 1 });
  const renewal = await account.request();
  expect(renewal.id).not.toBe(first.id);
  await account.run(renewal.id);
  expect(await account.request(stale)).toMatchObject({ id: renewal.id });
  await account.age(renewal.id, 4_000);
  expect(await account.request(stale)).toMatchObject({ id: renewal.id, credits: 0 });
  await expect(account.request()).rejects.toMatchObject({ code: 'insufficient_credits' });
});

test('[DL-7] failed captures and images that do not show the page are captured again', async () => {
  const account = await openAccount();
  fixture.engine.capture = async () => failureOf('dns_error');
  const failed = await account.request();
  await account.run(failed.id);
  expect(await account.request({ failureSeconds: 60 })).toMatchObject({
    id: failed.id,
    ended: { status: 'FAILED' },
  });
  fixture.engine.capture = async () => imageResult('image');
  const blank = await account.request();
  expect(blank.id).not.toBe(failed.id);
  await account.run(blank.id);
  const setVerdict = (kind: string) =>
    sql`update screenshots set verdict = ${JSON.stringify({ kind, reasons: [] })}::jsonb where id = ${blank.id}`.execute(
      fixture.db,
    );
  await setVerdict('truncated');
  expect(await account.request()).toMatchObject({ id: blank.id });
  await setVerdict('host_error');
  expect(await account.request()).toMatchObject({ cache: { status: 'miss' } });
});

test('[DL-8] the entry of a deleted screenshot is gone', async () => {
  const account = await openAccount();
  const first = await account.request();
  await account.run(first.id);
  await fixture.db.deleteFrom('screenshots').where('id', '=', first.id).execute();
  expect(await account.request()).toMatchObject({ credits: 1, cache: { status: 'miss' } });
});

test('[DL-9] a repeat with its Idempotency-Key gets the cached screenshot of the first request', async () => {
  const account = await openAccount();
  const first = await account.request();
  await account.run(first.id);
  const request = { idempotencyKey: 'one', body: {} };
  expect(await account.request({}, request)).toMatchObject({ id: first.id, isReplay: false });
  await account.age(first.id, 4_000);
  expect(await account.request({}, request)).toMatchObject({
    id: first.id,
    credits: 0,
    isReplay: true,
    cache: { status: 'hit' },
  });
});
