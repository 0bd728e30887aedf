import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBillingRig, type BillingRig } from '../../../test/billing-rig.ts';
import { openSecondPool } from '../../../test/coupons.ts';
import { createStripePayments } from '../../adapters/payments/stripe-payments.ts';
import { newId } from '../../lib/ids.ts';

let rig: BillingRig;
let second: ReturnType<typeof openSecondPool>;
beforeAll(async () => {
  rig = await startBillingRig();
  second = openSecondPool(rig.database);
});
afterAll(async () => {
  await second.close();
  await rig.close();
});

const take = async (events: readonly { body: string; signature: string }[]): Promise<void> => {
  for (const event of events) await rig.billing.events.receive(event);
};
const bought = {
  status: 'ACTIVE',
  planId: 2,
  nextPlanId: null,
  tier: 'basic',
  available: 1_000,
  sum: 1_000,
  mails: ['plan_bought'],
};

test('[BP-13] an event received concurrently by two processes and the confirmation page activates the plan once', async () => {
  const other = rig.process(second.db);
  for (let round = 0; round < 10; round += 1) {
    const payer = await rig.payer();
    const events = await rig.buy(payer, 2);
    const event = events.at(-1)!;
    const sessionId: string = JSON.parse(event.body).data.object.id;
    const confirm = { organizationId: payer.organizationId, sessionId };
    await Promise.all([
      rig.billing.events.receive(event),
      other.events.receive(event),
      rig.billing.events.receive(events[2]!),
      other.events.receive(events[2]!),
      rig.billing.checkout.confirm(confirm),
      other.checkout.confirm(confirm),
    ]);
    expect(await rig.outcomeOf(payer)).toEqual(bought);
    const counted = await rig.database.db
      .selectFrom('payment_events')
      .select('id')
      .where('organization_id', '=', payer.organizationId)
      .execute();
    expect(counted).toHaveLength(2);
  }
});

test('[BP-13] a process that read the subscription before another process wrote it reads it again', async () => {
  const payer = await rig.payer();
  await take(await rig.buy(payer, 2));
  const { provider } = rig.payments;
  const hasRead = Promise.withResolvers<void>();
  const mayRetry = Promise.withResolvers<void>();
  let readings = 0;
  const slow = rig.process(second.db, {
    provider: {
      ...provider,
      findSubscription: async (id) => {
        const found = await provider.findSubscription(id);
        readings += 1;
        hasRead.resolve();
        if (readings === 1) await mayRetry.promise;
        return found;
      },
    },
  });
  const [late] = await rig.press(payer, 'bad-card').then(() => rig.press(payer, 'next-period'));
  const receiving = slow.events.receive(late!);
  await hasRead.promise;
  // While the first event is being processed, the invoice is paid and the other process receives
  // that event.
  await take(await rig.press(payer, 'good-card'));
  expect((await rig.outcomeOf(payer)).status).toBe('ACTIVE');
  mayRetry.resolve();
  await receiving;
  expect(readings).toBe(2);
  expect((await rig.outcomeOf(payer)).status).toBe('ACTIVE');
});

test('plan and subscription are read as one consistent snapshot, also while they change', async () => {
  const { subscriptions } = rig.billing;
  for (let round = 0; round < 8; round += 1) {
    const payer = await rig.payer();
    const taking = rig.buy(payer, 5).then(take);
    let isActive = false;
    while (!isActive) {
      const { plan, account } = await subscriptions.read(payer.organizationId);
      isActive = account?.status === 'ACTIVE';
      expect(plan.tier).toBe(isActive ? 'advanced' : 'free');
    }
    await taking;
  }
});

test('an event whose effect fails is processed at its redelivery', async () => {
  const payer = await rig.payer();
  const events = await rig.buy(payer, 2);
  const away = rig.process(second.db, {
    provider: {
      ...rig.payments.provider,
      findSubscription: () => Promise.reject(new Error('the provider is away')),
    },
  });
  for (const event of events) await away.events.receive(event).catch(() => undefined);
  expect(await rig.outcomeOf(payer)).toMatchObject({
    status: 'INACTIVE',
    available: 100,
    mails: [],
  });
  await take(events);
  expect(await rig.outcomeOf(payer)).toEqual(bought);
});

test('of two plans paid before any event is received, the first is ended and credited', async () => {
  const payer = await rig.payer();
  const first = await rig.buy(payer, 2);
  // Until the first event is received, a second checkout can still be opened.
  const again = await rig.buy(payer, 5);
  await take([...again, ...first]);
  await take(await rig.payments.takeEvents());
  const outcome = await rig.outcomeOf(payer);
  expect(outcome).toMatchObject({ status: 'ACTIVE', planId: 5, available: 5_000 });
  const state = await Promise.all(
    [first, again].map(async (events) => {
      const { subscription } = JSON.parse(events.at(-1)!.body).data.object;
      return (await rig.payments.provider.findSubscription(subscription))!.state;
    }),
  );
  expect(state).toEqual(['over', 'live']);
});

test('a subscription of an unknown organisation or of a foreign price is ignored', async () => {
  const { provider } = rig.payments;
  const { url } = await provider.createCheckout({
    organizationId: newId(),
    customerId: null,
    email: 'other@example.com',
    offer: {
      planId: 2,
      key: 'another_product',
      productId: 'another_product',
      productName: 'Another product',
      amountCents: 100,
      currency: 'usd',
      interval: 'month',
    },
    successUrl: 'http://localhost:3000/',
    cancelUrl: 'http://localhost:3000/',
    discount: null,
  });
  await rig.payments.takeEvents();
  await rig.payments.press(`${new URL(url).pathname}/pay`);
  const events = await rig.payments.takeEvents();
  const { subscription, customer } = JSON.parse(events.at(-1)!.body).data.object;
  const portal = await provider.createPortal({ customerId: customer, returnUrl: 'http://x/' });
  await rig.payments.press(`${new URL(portal).pathname}/refund`);
  const refund = await rig.payments.takeEvents();
  await take([...events, ...refund]);
  expect((await provider.findSubscription(subscription))!.state).toBe('live');
});

test('a discount reduces the first payment and is used up by it', async () => {
  const payer = await rig.payer();
  const { db } = rig.database;
  const { id } = await db
    .insertInto('coupons')
    .values({ code: 'TWENTY', kind: 'discount', percent_off: 20 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('coupon_redemptions')
    .values({ coupon_id: id, organization_id: payer.organizationId })
    .execute();
  const { subscriptions } = rig.billing;
  const events = await rig.buy(payer, 2);
  const usedAt = async () =>
    (
      await db
        .selectFrom('coupon_redemptions')
        .select('discount_used_at')
        .where('coupon_id', '=', id)
        .executeTakeFirst()
    )?.discount_used_at;
  expect(await usedAt()).toBeNull();
  await take(events);
  expect(await usedAt()).toBeInstanceOf(Date);
  const [bill] = await subscriptions.listInvoices(payer.organizationId);
  expect(bill?.totalCents).toBe(720);
  expect((await subscriptions.read(payer.organizationId)).codes).toEqual(['TWENTY']);
});

test('a provider outage during checkout creation leaves nothing behind', async () => {
  const payer = await rig.payer();
  const connection = {
    ...rig.payments.local.connection(),
    server: { host: '127.0.0.1', port: 9, protocol: 'http' },
  } as const;
  const away = rig.process(second.db, { provider: createStripePayments(() => connection) });
  const opening = away.checkout.open({
    ...payer,
    planId: 2,
    successUrl: 'http://localhost:3000/dashboard/checkout-success',
    cancelUrl: 'http://localhost:3000/dashboard/checkout-cancel',
  });
  await expect(opening).rejects.toMatchObject({
    code: 'checkout_unavailable',
  });
  const rows = await rig.database.db
    .selectFrom('billing_accounts')
    .select('organization_id')
    .where('organization_id', '=', payer.organizationId)
    .execute();
  expect(rows).toEqual([]);
});

test('an organisation with a lifetime or enterprise plan cannot buy another', async () => {
  for (const tier of ['lifetime', 'enterprise'] as const) {
    const payer = await rig.payer();
    await rig.database.db
      .updateTable('organizations')
      .set({ plan_tier: tier, ...(tier === 'lifetime' && { lifetime_codes: 1 }) })
      .where('id', '=', payer.organizationId)
      .execute();
    await expect(rig.buy(payer, 2)).rejects.toMatchObject({ code: 'plan_not_available' });
  }
});
