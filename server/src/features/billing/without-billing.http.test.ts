import { billingOnlyEndpoints, type Endpoint } from '@shotwright/contract';
import { sql } from 'kysely';
import { CommanderError } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../../test/admin.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
beforeAll(async () => {
  // BILLING=off is sufficient: the provider's settings are present and unused.
  app = await startTestApp({
    env: { BILLING: 'off', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  });
});
afterAll(() => app.close());

const disabled = { statusCode: 404, code: 'billing_disabled', retryable: false };

const account = (organizationId: string) =>
  app.db
    .selectFrom('credit_accounts')
    .select(['available', 'held'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();

async function emptyAccount(organizationId: string): Promise<void> {
  await sql`
    update credit_accounts set available = 0, storage_used_bytes = 1099511627776
    where organization_id = ${organizationId}`.execute(app.db);
}

const pathOf = ({ path }: Endpoint): string => path.replaceAll(/\{\w+\}/g, '1');

test.each([...billingOnlyEndpoints].map((one) => [one.operationId, one] as const))(
  'without billing %s returns billing_disabled, whatever is sent',
  async (_, endpoint) => {
    const person = await app.session();
    if (endpoint.auth === 'staff') {
      await app.db
        .updateTable('users')
        .set({ is_staff: true })
        .where('id', '=', person.userId)
        .execute();
    }
    const body = endpoint.method === 'GET' ? undefined : { unknown: true };
    const rejected = await person.call(endpoint.method, pathOf(endpoint), body);
    expect(rejected.status).toBe(404);
    expect(await readJson(rejected)).toMatchObject({
      ...disabled,
      message:
        'Billing is off on this installation (BILLING=off): it has no plans, credits or coupons.',
    });
  },
);

test('without billing the dashboard and the API description report it, and authentication is still checked first', async () => {
  expect(await readJson(await app.request('/config.json'))).toMatchObject({ billing: false });
  const { paths, info } = await readJson(await app.request('/api/v1/openapi.json'));
  expect(Object.keys(paths).filter((path) => /subscription|offers|ledger/.test(path))).toEqual([]);
  expect(Object.keys(paths)).toContain('/screenshots');
  expect(info.description).toContain('Billing is disabled');
  const docs = await (await app.request('/docs/errors')).text();
  expect(docs).not.toContain('costs a credit');
  const withoutSession = await app.request('/api/v1/subscriptions/invoices');
  expect(withoutSession.status).toBe(401);
  const other = await app.session();
  const staffOnly = await readJson(await other.call('GET', '/staff/coupons'));
  expect(staffOnly.code).toBe('not_found');
});

test('without billing an account with no credits and full storage captures at no cost, and its captures are counted', async () => {
  const person = await app.session();
  const key = await app.apiKey({ of: person });
  await emptyAccount(person.organizationId);
  const body = { html: '<p>', full_page: true, retina: true };
  const accepted = await key.call('POST', '/html-to-image', body);
  expect(accepted.status).toBe(202);
  expect(accepted.headers.get('x-credits-charged')).toBe('0');
  expect(accepted.headers.get('x-credits-remaining')).toBeNull();
  const { data } = await readJson(accepted);
  expect(data).toMatchObject({ creditRequired: 0 });
  const shot = await readJson(await key.call('GET', `/screenshots/${data.requestId}`));
  expect(shot.data).toMatchObject({ creditsRequired: 0, creditsCharged: 0 });
  expect(await account(person.organizationId)).toEqual({ available: 0, held: 0 });
  const usage = await readJson(await person.call('GET', '/credits/usage'));
  expect(usage.data).toMatchObject({
    creditsForecast: null,
    storageLimit: null,
    days: [{ captures: 1, credits: 0 }],
    apiKeys: [{ id: key.id, captures: 1 }],
  });
});

test('without billing the limit of an API key counts captures and releases cancelled ones', async () => {
  const person = await app.session();
  const key = await app.apiKey({ of: person, monthlyLimit: 2 });
  const capture = () => key.call('POST', '/html-to-image', { html: '<p>', full_page: true });
  const used = async () => {
    const { data } = await readJson(await person.call('GET', '/api-keys'));
    return data.apiKeys[0].monthlyUsage;
  };
  const first = await readJson(await capture());
  expect((await capture()).status).toBe(202);
  const rejected = await capture();
  expect(rejected.status).toBe(402);
  expect(await readJson(rejected)).toMatchObject({
    code: 'key_monthly_limit_reached',
    message: 'The monthly limit of this API key is used up. Raise its limit or use another key.',
  });
  expect(await used()).toBe(2);
  await key.call('POST', `/screenshots/${first.data.requestId}/cancel`);
  expect(await used()).toBe(1);
  expect((await capture()).status).toBe(202);
});

test('without billing no warnings about credits or storage are sent', async () => {
  const worker = await startTestApp({
    hasWorker: true,
    env: { DATABASE_URL: app.databaseUrl, BILLING: 'off' },
  });
  try {
    const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(app.db);
    const names = rows.map(({ name }) => name);
    expect(names).toContain('organizations.renew-cycles');
    expect(names).not.toContain('usage.warn');
  } finally {
    await worker.close();
  }
});

test('without billing the commands for credits and coupons report it, and user show names no plan', async () => {
  const { email } = await app.session();
  const operator = createOperator(app.databaseUrl, { BILLING: 'off' });
  try {
    for (const args of [
      ['credits', 'grant', '--email', email, '--amount', '5'],
      ['coupon', 'create', '--credits', '5'],
      ['coupon', 'list'],
      ['coupon', 'disable', '--code', 'ABC'],
    ]) {
      const error: unknown = await operator.admin(...args).catch((err: unknown) => err);
      expect(error).not.toBeInstanceOf(CommanderError);
      expect(error).toMatchObject({ code: 'billing_disabled' });
    }
    expect(await operator.admin('user', 'show', '--email', email)).not.toMatch(/plan|credit/i);
  } finally {
    operator.close();
  }
});
