import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startLocalPayments,
  testOffers,
  type LocalPaymentsRig,
} from '../../../test/local-payments.ts';
import { newId } from '../../lib/ids.ts';
import type { Offer, PaymentProvider } from './payment-provider.ts';

let rig: LocalPaymentsRig;
let provider: PaymentProvider;
beforeAll(async () => {
  rig = await startLocalPayments();
  ({ provider } = rig);
});
afterAll(() => rig.close());

const { basicMonthly, basicYearly, advancedMonthly } = testOffers;

const openCheckout = (offer: Offer, more: { percentOff?: number; organizationId?: string } = {}) =>
  provider.createCheckout({
    organizationId: more.organizationId ?? newId(),
    customerId: null,
    email: 'ada@example.com',
    offer,
    successUrl: 'http://localhost:3000/done?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost:3000/cancelled',
    discount: more.percentOff === undefined ? null : { percentOff: more.percentOff, couponId: 7 },
  });
const pathOf = (url: string): string => new URL(url).pathname;

async function buy(offer: Offer, more: Parameters<typeof openCheckout>[1] = {}) {
  const { sessionId, url } = await openCheckout(offer, more);
  const paid = await rig.press(`${pathOf(url)}/pay`);
  expect(paid.headers.get('location')).toBe(`http://localhost:3000/done?session_id=${sessionId}`);
  const { subscriptionId } = (await provider.findCheckout(sessionId))!;
  return { sessionId, subscriptionId: subscriptionId! };
}
const read = async (subscriptionId: string) => (await provider.findSubscription(subscriptionId))!;
async function portalOf(subscriptionId: string): Promise<string> {
  const { customerId } = await read(subscriptionId);
  return pathOf(await provider.createPortal({ customerId, returnUrl: 'http://localhost:3000/b' }));
}
const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 86_400_000;

test('a checkout paid on the test page creates a subscription for the organisation that opened it', async () => {
  const organizationId = newId();
  const { sessionId, url } = await openCheckout(basicMonthly, { organizationId });
  expect(sessionId).toMatch(/^cs_test_\w+$/);
  expect(url).toBe(`${rig.origin}/dev/payments/checkout/${sessionId}`);
  expect(await provider.findCheckout(sessionId)).toEqual({
    sessionId,
    organizationId,
    status: 'open',
    subscriptionId: null,
  });
  const page = await (await rig.get(pathOf(url))).text();
  expect(page).toContain('Basic, monthly');
  expect(page).toContain('$9.00 / month');
  await rig.press(`${pathOf(url)}/pay`);
  const { status, subscriptionId } = (await provider.findCheckout(sessionId))!;
  expect(status).toBe('complete');
  const subscription = await read(subscriptionId!);
  expect(subscription).toMatchObject({
    id: expect.stringMatching(/^sub_\w+$/),
    organizationId,
    customerId: expect.stringMatching(/^cus_\w+$/),
    state: 'live',
    planId: 2,
    nextPlanId: null,
    isCancelledAtPeriodEnd: false,
    endedAt: null,
    isRevoked: false,
    lastPaidCents: 900,
  });
  expect(daysBetween(subscription.periodStart, subscription.periodEnd)).toBeGreaterThanOrEqual(28);
});

test('a declined card leaves the checkout open and charges nothing', async () => {
  const { sessionId, url } = await openCheckout(basicMonthly);
  const page = await rig.press(`${pathOf(url)}/decline`);
  expect(page.status).toBe(402);
  expect(await page.text()).toContain('Your card was declined');
  expect(await provider.findCheckout(sessionId)).toMatchObject({
    status: 'open',
    subscriptionId: null,
  });
});

test('a checkout expired by the page or by us cannot be paid', async () => {
  const byPage = await openCheckout(basicMonthly);
  await rig.press(`${pathOf(byPage.url)}/expire`);
  const byUs = await openCheckout(basicMonthly);
  await provider.expireCheckout(byUs.sessionId);
  await provider.expireCheckout(byUs.sessionId);
  for (const { sessionId, url } of [byPage, byUs]) {
    expect((await rig.press(`${pathOf(url)}/pay`)).status).toBe(410);
    expect(await provider.findCheckout(sessionId)).toMatchObject({
      status: 'expired',
      subscriptionId: null,
    });
  }
});

test('a discount reduces the first payment only, and its coupon is reported back', async () => {
  const { subscriptionId } = await buy(basicMonthly, { percentOff: 20 });
  expect(await read(subscriptionId)).toMatchObject({ couponId: 7, lastPaidCents: 720 });
  await rig.press(`${await portalOf(subscriptionId)}/next-period`);
  expect(await read(subscriptionId)).toMatchObject({ lastPaidCents: 900 });
});

test('an upgrade is charged the previewed difference at once, within the same period', async () => {
  const { subscriptionId } = await buy(basicMonthly);
  const before = await read(subscriptionId);
  const preview = await provider.previewChange({ subscriptionId, offer: advancedMonthly });
  expect(preview.dueNowCents).toBeGreaterThanOrEqual(1_999);
  expect(preview.dueNowCents).toBeLessThanOrEqual(2_000);
  expect(await read(subscriptionId)).toEqual(before);
  await provider.changeNow({ subscriptionId, offer: advancedMonthly });
  const after = await read(subscriptionId);
  expect(after).toMatchObject({ planId: 5, periodStart: before.periodStart });
  expect(Math.abs(after.lastPaidCents - preview.dueNowCents)).toBeLessThanOrEqual(1);
});

test('a change of the billing cycle starts a new period', async () => {
  const { subscriptionId } = await buy(basicMonthly);
  await provider.changeNow({ subscriptionId, offer: basicYearly });
  const { periodStart, periodEnd, planId } = await read(subscriptionId);
  expect(planId).toBe(4);
  expect(daysBetween(periodStart, periodEnd)).toBeGreaterThanOrEqual(365);
});

test('a declined upgrade reports the decline and changes nothing', async () => {
  const { subscriptionId } = await buy(basicMonthly);
  const portal = await portalOf(subscriptionId);
  await rig.press(`${portal}/bad-card`);
  const before = await read(subscriptionId);
  await expect(
    provider.changeNow({ subscriptionId, offer: advancedMonthly }),
  ).rejects.toMatchObject({ code: 'payment_declined' });
  expect(await read(subscriptionId)).toEqual(before);
});

test('a downgrade takes effect with the next period and can be undone before', async () => {
  const { subscriptionId } = await buy(advancedMonthly);
  const portal = await portalOf(subscriptionId);
  await provider.changeAtPeriodEnd({ subscriptionId, offer: basicMonthly });
  expect(await read(subscriptionId)).toMatchObject({ planId: 5, nextPlanId: 2 });
  await provider.resume(subscriptionId);
  expect(await read(subscriptionId)).toMatchObject({ planId: 5, nextPlanId: null });
  await provider.changeAtPeriodEnd({ subscriptionId, offer: basicMonthly });
  await rig.press(`${portal}/next-period`);
  expect(await read(subscriptionId)).toMatchObject({
    planId: 2,
    nextPlanId: null,
    lastPaidCents: 900,
  });
});

test('a cancelled plan runs to the end of its period unless it is resumed', async () => {
  const { subscriptionId } = await buy(basicMonthly);
  const portal = await portalOf(subscriptionId);
  await provider.cancelAtPeriodEnd({ subscriptionId, reason: 'refunded or charged back' });
  expect(await read(subscriptionId)).toMatchObject({ state: 'live', isCancelledAtPeriodEnd: true });
  await provider.resume(subscriptionId);
  expect(await read(subscriptionId)).toMatchObject({ isCancelledAtPeriodEnd: false });
  await provider.cancelAtPeriodEnd({ subscriptionId, reason: 'refunded or charged back' });
  await rig.press(`${portal}/next-period`);
  // A reason typed by a user is never taken for the product's own marker.
  expect(await read(subscriptionId)).toMatchObject({ state: 'over', isRevoked: false });
});

test('a cancellation removes a scheduled plan change', async () => {
  const { subscriptionId } = await buy(advancedMonthly);
  await provider.changeAtPeriodEnd({ subscriptionId, offer: basicMonthly });
  await provider.cancelAtPeriodEnd({ subscriptionId, reason: null });
  expect(await read(subscriptionId)).toMatchObject({
    planId: 5,
    nextPlanId: null,
    isCancelledAtPeriodEnd: true,
  });
});

test('a declined renewal makes the plan late; payment makes it live, non-payment ends it', async () => {
  const { subscriptionId } = await buy(basicMonthly);
  const portal = await portalOf(subscriptionId);
  await rig.press(`${portal}/bad-card`);
  await rig.press(`${portal}/next-period`);
  expect(await read(subscriptionId)).toMatchObject({ state: 'late', lastPaidCents: 0 });
  await rig.press(`${portal}/good-card`);
  expect(await read(subscriptionId)).toMatchObject({ state: 'live', lastPaidCents: 900 });
  await rig.press(`${portal}/bad-card`);
  await rig.press(`${portal}/next-period`);
  await rig.press(`${portal}/next-period`);
  expect(await read(subscriptionId)).toMatchObject({ state: 'over' });
});

test('a full refund or chargeback of a plan payment revokes the plan; that of an upgrade does not', async () => {
  await rig.takeEvents();
  const { subscriptionId } = await buy(basicMonthly);
  await provider.changeNow({ subscriptionId, offer: advancedMonthly });
  const charges = (await rig.takeEvents())
    .filter(({ type }) => type === 'charge.succeeded')
    .map(({ body }) => JSON.parse(body).data.object.id as string);
  expect(charges).toHaveLength(2);
  for (const charge of charges) expect(await provider.findRevoked(charge)).toBeUndefined();
  const portal = await portalOf(subscriptionId);
  await rig.press(`${portal}/refund`);
  expect(await provider.findRevoked(charges[1]!)).toBeUndefined();
  await rig.press(`${portal}/charge-back`);
  expect(await provider.findRevoked(charges[1]!)).toBe(subscriptionId);
  await provider.endNow({ subscriptionId, because: 'refunded' });
  await provider.endNow({ subscriptionId, because: 'refunded' });
  expect(await read(subscriptionId)).toMatchObject({ state: 'over', isRevoked: true });
});

test('invoices are listed newest first and can be opened', async () => {
  const { subscriptionId } = await buy(basicMonthly);
  await rig.press(`${await portalOf(subscriptionId)}/next-period`);
  const { customerId } = await read(subscriptionId);
  const invoices = await provider.listInvoices(customerId);
  expect(invoices).toHaveLength(2);
  expect(invoices[0]).toMatchObject({ totalCents: 900, currency: 'usd', status: 'paid' });
  expect(invoices[0]!.number! > invoices[1]!.number!).toBe(true);
  const page = await (await rig.get(pathOf(invoices[0]!.pageUrl!))).text();
  expect(page).toContain(invoices[0]!.number!);
});

test('a missing object returns undefined, not an error', async () => {
  expect(await provider.findCheckout('cs_test_invented')).toBeUndefined();
  expect(await provider.findSubscription('sub_invented')).toBeUndefined();
  expect(await provider.findRevoked('ch_invented')).toBeUndefined();
  for (const path of ['checkout/x', 'portal/x', 'invoices/x', 'toString/x', '', 'checkout/x/pay/y'])
    expect((await rig.get(`/dev/payments/${path}`)).status).toBe(404);
});
