import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { returnUrls } from '../../../test/billing.ts';
import { expectErrors, type ErrorRow } from '../../../test/error-cases.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
let person: TestSession;
beforeAll(async () => {
  app = await startTestApp({ env: { LOCAL_PAYMENTS: 'true' } });
  person = await app.session();
});
afterAll(() => app.close());

const path = '/subscriptions/create-checkout-session';
const plan = { newPlanId: 2 };
const rows: readonly ErrorRow[] = [
  { method: 'GET', path: '/subscriptions/status' },
  {
    method: 'POST',
    path,
    body: { ...plan, successUrl: 'http://x', cancelUrl: 'http://x' },
    invalid: [
      [{ ...plan, cancelUrl: 'http://x' }, 'successUrl'],
      [{ ...plan, successUrl: 'http://x' }, 'cancelUrl'],
      [{ ...plan, successUrl: ['http://x'], cancelUrl: 'http://x' }, 'successUrl'],
      [{ ...plan, successUrl: 'x'.repeat(2_049), cancelUrl: 'http://x' }, 'successUrl'],
      ...[2.5, -2, '2.0', '-2', '0x2', null, [2], 1e9, '', true].map(
        (newPlanId): readonly [unknown, string] => [
          { newPlanId, successUrl: 'http://x', cancelUrl: 'http://x' },
          'newPlanId',
        ],
      ),
      [{ ...plan, successUrl: 'http://x', cancelUrl: 'http://x', price: 1 }, 'price'],
      [
        { ...plan, successUrl: 'http://x', cancelUrl: 'http://x', organizationId: 'y' },
        'organizationId',
      ],
    ],
  },
  {
    method: 'POST',
    path: '/subscriptions/confirm-checkout',
    body: { sessionId: 'cs_test_x' },
    invalid: ['', '../customers', 'cs test', 'a'.repeat(256), 7, null].map(
      (sessionId): readonly [unknown, string] => [{ sessionId }, 'sessionId'],
    ),
    missing: [{ path: '/subscriptions/confirm-checkout', body: { sessionId: 'cs_test_invented' } }],
    missingCode: 'not_found',
  },
  {
    method: 'POST',
    path: '/subscriptions/preview-change',
    body: plan,
    invalid: [
      [{}, 'newPlanId'],
      [{ newPlanId: 'two' }, 'newPlanId'],
    ],
  },
  {
    method: 'POST',
    path: '/subscriptions/change',
    body: plan,
    invalid: [
      [{}, 'newPlanId'],
      [{ ...plan, prorate: false }, 'prorate'],
    ],
  },
  {
    method: 'POST',
    path: '/subscriptions/cancel',
    body: {},
    invalid: [
      [{ reason: 'x'.repeat(1_001) }, 'reason'],
      [{ reason: 7 }, 'reason'],
    ],
  },
  { method: 'POST', path: '/subscriptions/resume' },
  { method: 'POST', path: '/subscriptions/portal' },
  { method: 'GET', path: '/subscriptions/invoices' },
];
test.each(rows)('$method $path rejects unauthenticated callers and invalid input', async (row) => {
  await expect(expectErrors(app, person, row)).resolves.toBeUndefined();
});

const buy = (body: object): Promise<Response> =>
  person.call('POST', path, { ...returnUrls(app), ...body });
const codeOf = async (res: Response): Promise<unknown> => [res.status, (await readJson(res)).code];

test('[AP-18] Enterprise is rejected with a contact address, and a plan that is not sold is rejected', async () => {
  const enterprise = await buy({ newPlanId: 0 });
  const response = await readJson(enterprise);
  expect([enterprise.status, response.code]).toEqual([400, 'plan_not_available']);
  expect(response.message).toContain('support@example.com');
  const fields = [{ path: 'newPlanId', message: 'must be 2, 4, 5 or 6' }];
  for (const newPlanId of [1, 3, 7, 8, 99, 999, '0', '1'])
    expect(await readJson(await buy({ newPlanId }))).toMatchObject({
      statusCode: 400,
      code: 'plan_not_available',
      details: { fields },
    });
});

test.each([
  ['preview-change', plan],
  ['change', plan],
  ['cancel', {}],
  ['resume', undefined],
  ['portal', undefined],
])('without a subscription %s is rejected', async (action, body) => {
  const res = await person.call('POST', `/subscriptions/${action}`, body);
  expect(await codeOf(res)).toEqual([409, 'no_subscription']);
});

const tricks = (origin: string): string[] => {
  const { host, hostname, port } = new URL(origin);
  const page = '/dashboard/checkout-success';
  return [
    '',
    '/',
    page,
    `//${host}${page}`,
    `https://evil.example${page}`,
    `http://evil.example${page}`,
    `//evil.example${page}`,
    `\\\\evil.example${page}`,
    `${origin}.evil.example${page}`,
    `${origin}@evil.example${page}`,
    `http://${hostname}@evil.example${page}`,
    `http://${host}:x@evil.example${page}`,
    `http://evil.example/${origin}${page}`,
    `http://evil.example#${origin}${page}`,
    `http://evil.example?${origin}${page}`,
    `http://evil.example\\@${host}${page}`,
    `http://${hostname}:${Number(port) + 1}${page}`,
    `http://${hostname}${page}`,
    `https://${host}${page}`,
    `ftp://${host}${page}`,
    `javascript:alert(1)//${origin}${page}`,
    `javascript:alert(1)`,
    `data:text/html,${origin}${page}`,
    `blob:${origin}${page}`,
    `view-source:${origin}${page}`,
    `HTTP://${host}${page}`,
    ` ${origin}${page}`,
    `\t${origin}${page}`,
    `\u0000${origin}${page}`,
    `${origin}${page} `,
    `${origin}${page}\n`,
    `${origin}${page}\r\nLocation: http://evil.example`,
    `${origin}${page}%0d%0aLocation:%20http://evil.example`,
    `${origin}${page}\u0000`,
    `${origin}${page}/`,
    `${origin}${page}/..`,
    `${origin}${page}/../../evil`,
    `${origin}${page}/%2e%2e/evil`,
    `${origin}${page}x`,
    `${origin}${page}.evil`,
    `${origin}${page};evil`,
    `${origin}${page}@evil.example`,
    `${origin}${page}#evil`,
    `${origin}${page}?next=http://evil.example`,
    `${origin}${page}?next=//evil.example`,
    `${origin}${page}?next=%2f%2fevil.example`,
    `${origin}${page}?a=b#evil`,
    `${origin}${page}?a=<script>alert(1)</script>`,
    `${origin}${page}?a="onload="`,
    `${origin}${page}?${'a'.repeat(201)}`,
    `${origin}/dashboard/checkout-Success`,
    `${origin}/dashboard/checkout-cance`,
    `${origin}/dashboard`,
    `${origin}/`,
    origin,
    `${origin}//dashboard/checkout-success`,
    `${origin}/./dashboard/checkout-success`,
    `${origin}/dashboard/../dashboard/checkout-success`,
    `${origin}/dashboard%2fcheckout-success`,
    `${origin}/DASHBOARD/CHECKOUT-SUCCESS`,
    `${origin}\\dashboard\\checkout-success`,
    `${origin}/api/v1/subscriptions/status`,
    `http://[::1]:${port}${page}`,
    `http://0x7f000001:${port}${page}`,
    `http://2130706433:${port}${page}`,
    `http://${hostname}.:${port}${page}`,
    `http://xn--80ak6aa92e.example${page}`,
    `http://${hostname}%2eevil.example:${port}${page}`,
    `${origin.replace('127.0.0.1', '127.1').replace('localhost', 'localhoſt')}${page}`,
  ];
};

test('[AP-18] return URLs other than the dashboard’s two checkout pages are rejected, however disguised', async () => {
  const all = tricks(app.url);
  expect(new Set(all).size).toBeGreaterThan(60);
  for (const trick of all) {
    expect([trick, await codeOf(await buy({ ...plan, successUrl: trick }))]).toEqual([
      trick,
      [400, 'invalid_return_url'],
    ]);
    const asCancel = trick.replace('checkout-success', 'checkout-cancel');
    expect([trick, await codeOf(await buy({ ...plan, cancelUrl: asCancel }))]).toEqual([
      trick,
      [400, 'invalid_return_url'],
    ]);
  }
  // Swapping the two is rejected as well.
  const { successUrl, cancelUrl } = returnUrls(app);
  expect(
    await codeOf(await buy({ ...plan, successUrl: cancelUrl, cancelUrl: successUrl })),
  ).toEqual([400, 'invalid_return_url']);
});

test('[AP-18] the return URL is rebuilt and contains nothing of the submitted one', async () => {
  const { successUrl, cancelUrl } = returnUrls(app);
  const res = await buy({
    ...plan,
    successUrl: `${successUrl}?session_id={CHECKOUT_SESSION_ID}&a=b`,
    cancelUrl: `${cancelUrl}?plan=99`,
  });
  const { url, sessionId } = (await readJson(res)).data;
  const page = await (await fetch(url)).text();
  expect(page).toContain(`href="${app.url}/dashboard/checkout-cancel?plan=2"`);
  const paid = await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
  expect(paid.headers.get('location')).toBe(`${successUrl}?session_id=${sessionId}`);
});

test('without a payment provider the status reports it and checkout returns 503; the rest works', async () => {
  const without = await startTestApp();
  try {
    const user = await without.session();
    const status = await readJson(await user.call('GET', '/subscriptions/status'));
    expect(status.data.isCheckoutAvailable).toBe(false);
    const body = { ...plan, ...returnUrls(without) };
    expect(await codeOf(await user.call('POST', path, body))).toEqual([
      503,
      'checkout_unavailable',
    ]);
    const pages = await without.request('/dev/payments/checkout/cs_test_x');
    expect(await pages.text()).not.toContain('Local test payments');
    const event = await without.request('/api/v1/payments/events', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect(event.status).toBe(503);
  } finally {
    await without.close();
  }
});
