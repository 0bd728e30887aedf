import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestKey } from '../../../../test/app.ts';
import { readJson } from '../../../../test/screenshots-app.ts';

let app: TestApp;
let key: TestKey;
beforeAll(async () => {
  app = await startTestApp();
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
/** Returns the number of captures, of those with a job too. */
const accepted = async () => {
  const { rows } = await sql<{ captures: number; jobs: number }>`
    select count(*) as captures, count(j.id) as jobs from screenshots s left join pgboss.job j on j.id = s.id
    where s.organization_id = ${key.organizationId}`.execute(app.db);
  return rows[0];
};

describe('[PA-8] a batch', () => {
  test('holds the credits of all items or of none, and says how many would fit', async () => {
    const rejected = await post({ urls: urls(60), options: { full_page: true } });
    expect(rejected).toMatchObject({
      httpStatus: 402,
      code: 'insufficient_credits',
      details: { creditRequired: 120, fitting: 50 },
    });
    expect(rejected.message).toContain('The first 50 items would fit');
    expect(await account()).toEqual({ available: 100, held: 0 });
    expect(await accepted()).toEqual({ captures: 0, jobs: 0 });
    expect(
      await post({ urls: urls(60), options: { full_page: true }, partial: true }),
    ).toMatchObject({
      httpStatus: 202,
      counts: { items: 60, accepted: 50, omitted: 10 },
      creditRequired: 100,
    });
    expect(await account()).toEqual({ available: 0, held: 100 });
    expect(await post({ urls: urls(2), partial: true })).toMatchObject({ httpStatus: 402 });
  });

  test('respects the monthly limit of its API key', async () => {
    const limited = await app.apiKey({ monthlyLimit: 3 });
    const rejected = await post({ urls: urls(4) }, limited);
    expect(rejected).toMatchObject({
      httpStatus: 402,
      code: 'key_monthly_limit_reached',
      details: { fitting: 3 },
    });
    const partial = await post({ urls: urls(4), partial: true }, limited);
    expect(partial).toMatchObject({ httpStatus: 202, counts: { accepted: 3, omitted: 1 } });
  });

  test('of many parallel ones never holds more credits than there are', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        post({ urls: urls(30), options: { external_id: String(n) }, partial: n % 2 === 0 }),
      ),
    );
    const held = answers.filter(({ httpStatus }) => httpStatus === 202);
    const total = held.reduce((sum, { creditRequired }) => sum + creditRequired, 0);
    expect(answers.every(({ httpStatus }) => [202, 402].includes(httpStatus))).toBe(true);
    expect(await account()).toEqual({ available: 100 - total, held: total });
    expect(total).toBeGreaterThanOrEqual(90);
  });

  test('leaves places in the queue for single captures', async () => {
    await app.grantCredits(key.organizationId, 5_000);
    for (let n = 0; n < 3; n += 1) await post({ urls: urls(500), name: String(n) });
    const rejected = await post({ urls: urls(500) });
    expect(rejected).toMatchObject({
      httpStatus: 429,
      code: 'concurrency_limit_reached',
      details: { fitting: 400 },
    });
    const partial = await post({ urls: urls(500), partial: true });
    expect(partial).toMatchObject({ counts: { accepted: 400, omitted: 100 } });
    expect((await key.call('POST', '/screenshots', { url })).status).toBe(202);
  });
});

test('[PA-8] without billing a batch is free, and the limit of its API key counts captures', async () => {
  const free = await startTestApp({ env: { BILLING: 'off' } });
  const own = await free.apiKey({ monthlyLimit: 3 });
  const body = { urls: urls(4), options: { full_page: true } };
  expect(await post(body, own)).toMatchObject({
    code: 'key_monthly_limit_reached',
    message: expect.not.stringContaining('credit'),
    details: { fitting: 3, creditRequired: 0 },
  });
  const partial = await post({ ...body, partial: true }, own);
  expect(partial).toMatchObject({ httpStatus: 202, counts: { accepted: 3 }, creditRequired: 0 });
  expect(await post({ urls: [`${url}x`] }, own)).toMatchObject({ httpStatus: 402 });
  await free.close();
});

test('[PA-8] a batch has at most 16 MiB of common options for all its items together', async () => {
  const options = { inject_js: 'x'.repeat(34_000) };
  const rejected = await post({ urls: urls(500), options, dry_run: true });
  expect(rejected).toMatchObject({
    httpStatus: 400,
    code: 'validation_failed',
    details: { fields: [{ path: 'options' }] },
  });
  expect(rejected.message).toContain('34016 bytes allow 493 items, not 500');
  expect(await post({ urls: urls(493), options, dry_run: true })).toMatchObject({
    httpStatus: 200,
  });
});

test('[PA-8] an installation can lower the number of items', async () => {
  const small = await startTestApp({ env: { BATCH_MAX: '2' } });
  const own = await small.apiKey();
  expect(await post({ urls: urls(2) }, own)).toMatchObject({ httpStatus: 202 });
  expect((await post({ urls: urls(3) }, own)).message).toContain('at most 2 items');
  await small.close();
});
