import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  buyPlan,
  creditsOf,
  openCheckout,
  openPortal,
  readSubscription,
  returnUrls,
  untilStatus,
} from '../../../test/billing.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { LOCAL_PAYMENTS: 'true' } });
});
afterAll(() => app.close());

test('[AP-17] without a subscription the plan is Free and INACTIVE, with the credit cycle as its period', async () => {
  const subscription = await readSubscription(await app.session());
  expect(subscription).toEqual({
    subscriptionPlan: {
      status: 'INACTIVE',
      plan: { id: 1, name: 'Free', billingCycle: 'MONTHLY' },
      currentPeriodStart: expect.any(String),
      currentPeriodEnd: expect.any(String),
      isCancelledAtPeriodEnd: false,
      nextPlanId: null,
    },
    dataToDisplay: {
      planName: 'Free',
      subscriptionFees: '$0',
      credits: 100,
      isLTDPlan: false,
      isPaidPlan: false,
      showUpgrade: true,
    },
    codesApplied: [],
    isCheckoutAvailable: true,
  });
});

test.each([
  { id: 2, name: 'Basic', billingCycle: 'MONTHLY', fees: '$9 / month', credits: 1_000 },
  { id: 4, name: 'Basic', billingCycle: 'YEARLY', fees: '$99 / year', credits: 1_000 },
  { id: 5, name: 'Advanced', billingCycle: 'MONTHLY', fees: '$29 / month', credits: 5_000 },
  { id: 6, name: 'Advanced', billingCycle: 'YEARLY', fees: '$290 / year', credits: 5_000 },
])(
  '[AP-17] [AP-18] plan $id is bought at its listed price and becomes active with its credits',
  async ({ id, name, billingCycle, fees, credits }) => {
    const person = await app.session();
    const checkout = await openCheckout(app, person, id);
    expect(checkout.sessionId).toMatch(/^cs_test_/);
    const paid = await checkout.press('pay');
    expect(paid.headers.get('location')).toBe(
      `${app.url}/dashboard/checkout-success?session_id=${checkout.sessionId}`,
    );
    expect(await untilStatus(person, 'ACTIVE')).toMatchObject({
      subscriptionPlan: { plan: { id, name, billingCycle } },
      dataToDisplay: { planName: name, subscriptionFees: fees, credits, isPaidPlan: true },
    });
    expect(await creditsOf(app, person)).toBe(credits);
  },
);

test('a declined or expired checkout does not buy the plan', async () => {
  const person = await app.session();
  const declined = await openCheckout(app, person, 2);
  expect((await declined.press('decline')).status).toBe(402);
  const expired = await openCheckout(app, person, 2);
  await expired.press('expire');
  for (const { sessionId, press } of [declined, expired]) {
    // Opening the second checkout closed the first.
    expect((await press('pay')).status).toBe(410);
    const res = await person.call('POST', '/subscriptions/confirm-checkout', { sessionId });
    expect((await readJson(res)).data).toEqual({ checkoutStatus: 'expired' });
  }
  expect((await readSubscription(person)).subscriptionPlan.status).toBe('INACTIVE');
  expect(await creditsOf(app, person)).toBe(100);
});

test('[CS-5] only the buyer’s own paid checkout is confirmed; foreign and forged ones change nothing', async () => {
  const [person, otherUser] = [await app.session(), await app.session()];
  const checkout = await openCheckout(app, person, 2);
  const confirm = async (who: typeof person, sessionId: string) => {
    const res = await who.call('POST', '/subscriptions/confirm-checkout', { sessionId });
    return [res.status, (await readJson(res)).data ?? 'refused'];
  };
  expect(await confirm(person, checkout.sessionId)).toEqual([
    200,
    { checkoutStatus: 'processing' },
  ]);
  await checkout.press('pay');
  for (const id of [checkout.sessionId, 'cs_test_invented', 'x'.repeat(255)])
    expect(await confirm(otherUser, id)).toEqual([404, 'refused']);
  expect((await readSubscription(otherUser)).subscriptionPlan.status).toBe('INACTIVE');
  expect(await creditsOf(app, otherUser)).toBe(100);
  const twice = await Promise.all([
    confirm(person, checkout.sessionId),
    confirm(person, checkout.sessionId),
  ]);
  expect(twice).toEqual([
    [200, { checkoutStatus: 'active' }],
    [200, { checkoutStatus: 'active' }],
  ]);
  expect(await creditsOf(app, person)).toBe(1_000);
});

test('an upgrade takes effect at once for the difference and a downgrade with the next period, as previewed', async () => {
  const person = await app.session();
  await buyPlan(app, person, 2);
  const preview = async (newPlanId: number) =>
    (await readJson(await person.call('POST', '/subscriptions/preview-change', { newPlanId })))
      .data;
  const up = await preview(5);
  expect(up).toMatchObject({
    planId: 5,
    planName: 'Advanced',
    takesEffect: 'now',
    nextPaymentCents: 2_900,
    currency: 'usd',
    creditsPerCycle: 5_000,
  });
  expect(up.dueNowCents).toBeGreaterThan(1_990);
  expect(up.dueNowCents).toBeLessThanOrEqual(2_000);
  await person.call('POST', '/subscriptions/change', { newPlanId: '5' });
  expect((await readSubscription(person)).subscriptionPlan.plan.id).toBe(5);
  expect(await creditsOf(app, person)).toBe(5_000);
  expect(await preview(2)).toMatchObject({ takesEffect: 'period_end', dueNowCents: 0 });
  const changed = await person.call('POST', '/subscriptions/change', { newPlanId: 2 });
  expect((await readJson(changed)).data.subscriptionPlan).toMatchObject({
    status: 'ACTIVE',
    plan: { id: 5 },
    nextPlanId: 2,
  });
  const press = await openPortal(person);
  await press('next-period');
  await expect
    .poll(async () => (await readSubscription(person)).dataToDisplay.planName)
    .toBe('Basic');
  const { subscriptionPlan } = await readSubscription(person);
  expect(subscriptionPlan).toMatchObject({ plan: { id: 2 }, nextPlanId: null });
});

test('a plan is cancelled with a reason, runs to the end of its period and then ends, unless it is resumed', async () => {
  const person = await app.session();
  await buyPlan(app, person, 2);
  const reason = 'Too many pictures';
  const cancelled = await person.call('POST', '/subscriptions/cancel', { reason });
  expect((await readJson(cancelled)).data).toMatchObject({
    subscriptionPlan: { status: 'CANCELLED', plan: { id: 2 }, isCancelledAtPeriodEnd: true },
    dataToDisplay: { isPaidPlan: true, credits: 1_000 },
  });
  const row = await app.db
    .selectFrom('billing_accounts')
    .select('cancel_reason')
    .where('organization_id', '=', person.organizationId)
    .executeTakeFirst();
  expect(row?.cancel_reason).toBe(reason);
  const resumed = await person.call('POST', '/subscriptions/resume');
  expect((await readJson(resumed)).data.subscriptionPlan.status).toBe('ACTIVE');
  await person.call('POST', '/subscriptions/cancel', {});
  const press = await openPortal(person);
  await press('next-period');
  expect(await untilStatus(person, 'INACTIVE')).toMatchObject({
    subscriptionPlan: { plan: { id: 1, name: 'Free' } },
    dataToDisplay: { isPaidPlan: false, credits: 100 },
  });
  expect(await creditsOf(app, person)).toBe(100);
});

test('choosing the current plan undoes a cancellation or a scheduled change, and is rejected otherwise', async () => {
  const person = await app.session();
  await buyPlan(app, person, 2);
  await person.call('POST', '/subscriptions/cancel', {});
  const changed = await person.call('POST', '/subscriptions/change', { newPlanId: 2 });
  expect((await readJson(changed)).data.subscriptionPlan).toMatchObject({
    status: 'ACTIVE',
    plan: { id: 2 },
  });
  const same = await person.call('POST', '/subscriptions/change', { newPlanId: 2 });
  expect([same.status, (await readJson(same)).code]).toEqual([400, 'plan_not_available']);
  const other = await app.session();
  await buyPlan(app, other, 5);
  await other.call('POST', '/subscriptions/change', { newPlanId: 2 });
  const reverted = await other.call('POST', '/subscriptions/change', { newPlanId: 5 });
  expect((await readJson(reverted)).data.subscriptionPlan).toMatchObject({
    plan: { id: 5 },
    nextPlanId: null,
  });
});

test('a failed renewal is PAST_DUE without losing the plan; payment makes it ACTIVE, final failure ends it', async () => {
  const person = await app.session();
  await buyPlan(app, person, 2);
  const press = await openPortal(person);
  await press('next-period');
  // The renewal is paid, and the remaining credits roll over.
  await expect.poll(() => creditsOf(app, person)).toBe(2_000);
  await press('bad-card');
  await press('next-period');
  expect(await untilStatus(person, 'PAST_DUE')).toMatchObject({
    subscriptionPlan: { plan: { id: 2 } },
    dataToDisplay: { isPaidPlan: true },
  });
  expect(await creditsOf(app, person)).toBe(2_000);
  const change = await person.call('POST', '/subscriptions/change', { newPlanId: 5 });
  expect([change.status, (await readJson(change)).code]).toEqual([402, 'payment_declined']);
  await spendAll(person.organizationId);
  await press('good-card');
  await untilStatus(person, 'ACTIVE');
  await expect.poll(() => creditsOf(app, person)).toBe(1_000);
  await press('bad-card');
  await press('next-period');
  await press('next-period');
  await untilStatus(person, 'INACTIVE');
});

test.each(['refund', 'charge-back'])(
  'a %s of the running period ends the plan at once and removes its credits',
  async (button) => {
    const person = await app.session();
    await buyPlan(app, person, 5);
    const press = await openPortal(person);
    await press(button);
    await untilStatus(person, 'INACTIVE');
    expect(await creditsOf(app, person)).toBe(100);
  },
);

const spendAll = async (organizationId: string): Promise<void> => {
  await app.db
    .updateTable('credit_accounts')
    .set({ available: 0 })
    .where('organization_id', '=', organizationId)
    .execute();
};
const invoicesOf = async (person: Awaited<ReturnType<TestApp['session']>>) =>
  (await readJson(await person.call('GET', '/subscriptions/invoices'))).data.invoices;

test('invoices are listed with a printable page, for the own organisation only', async () => {
  const [person, otherUser] = [await app.session(), await app.session()];
  await buyPlan(app, person, 2);
  const [bill, ...others] = await invoicesOf(person);
  expect(others).toEqual([]);
  expect(bill).toMatchObject({ totalCents: 900, currency: 'usd', status: 'paid', pdfUrl: null });
  expect((await fetch(bill.pageUrl)).status).toBe(200);
  expect(await invoicesOf(otherUser)).toEqual([]);
});

test('the same customer can buy a plan again after it ended', async () => {
  const person = await app.session();
  await buyPlan(app, person, 2);
  await (
    await openPortal(person)
  )('refund');
  await untilStatus(person, 'INACTIVE');
  await buyPlan(app, person, 5);
  expect(await creditsOf(app, person)).toBe(5_000);
  expect(await invoicesOf(person)).toHaveLength(2);
});

test('a customer with a plan changes it and cannot buy another', async () => {
  const person = await app.session();
  await buyPlan(app, person, 2);
  const res = await person.call('POST', '/subscriptions/create-checkout-session', {
    newPlanId: 5,
    ...returnUrls(app),
  });
  expect([res.status, (await readJson(res)).code]).toEqual([400, 'plan_not_available']);
});
