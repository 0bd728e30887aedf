import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  permutationsOf,
  startBillingRig,
  subsetsOf,
  type BillingRig,
  type TestPayer,
} from '../../../test/billing-rig.ts';
import type { PostedEvent } from '../../../test/local-payments.ts';

// For each test, because the test provider writes its whole state at each change.
let rig: BillingRig;
beforeEach(async () => {
  rig = await startBillingRig();
});
afterEach(() => rig.close());

const take = async (events: readonly PostedEvent[]): Promise<void> => {
  for (const event of events) await rig.billing.events.receive(event);
};
/** Processes the events in order, each twice in a row, then all again in reverse order. */
const takeRepeated = async (events: readonly PostedEvent[]): Promise<void> => {
  for (const event of events) await take([event, event]);
  await take(events.toReversed());
};
const onPlans = (events: readonly PostedEvent[]): PostedEvent[] =>
  events.filter(({ type }) => !/^(customer\.created|charge\.succeeded)$/.test(type));
/** Returns the distinct orders of a list; elements of the same kind are interchangeable. */
const ordersOf = <T>(list: readonly T[], kindOf: (one: T) => string): T[][] => {
  const byKinds = permutationsOf(list).map((order) => [order.map(kindOf).join(), order] as const);
  return [...new Map(byKinds).values()];
};
/** Kinds of the events of a purchase and an upgrade, as filtered by {@link onPlans}. */
const kinds = ['invoice', 'subscription', 'checkout', 'invoice', 'subscription'];
const changeTo = async ({ organizationId }: TestPayer, planId: number): Promise<PostedEvent[]> => {
  const row = await rig.database.db
    .selectFrom('billing_accounts')
    .select('subscription_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  expect(row?.subscription_id).toBeTypeOf('string');
  await rig.billing.subscriptions.change({ organizationId, planId });
  return rig.payments.takeEvents();
};
const longMs = 240_000;

test(
  '[BP-13] every order of repeated purchase events results in one state, one grant and one mail',
  async () => {
    const first = await rig.buy(await rig.payer(), 2);
    expect(first).toHaveLength(5);
    for (const order of permutationsOf([0, 1, 2, 3, 4])) {
      const payer = await rig.payer();
      const events = await rig.buy(payer, 2);
      await takeRepeated(order.map((n) => events[n]!));
      expect([order, await rig.outcomeOf(payer)]).toEqual([
        order,
        {
          status: 'ACTIVE',
          planId: 2,
          nextPlanId: null,
          tier: 'basic',
          available: 1_000,
          sum: 1_000,
          mails: ['plan_bought'],
        },
      ]);
    }
  },
  longMs,
);

test(
  '[BP-13] purchase events received after upgrade events, in every order, do not undo the upgrade',
  async () => {
    const upgraded = {
      status: 'ACTIVE',
      planId: 5,
      nextPlanId: null,
      tier: 'advanced',
      available: 5_000,
      sum: 5_000,
      mails: ['plan_bought', 'plan_changed'],
    };
    for (const early of subsetsOf([0, 1, 2]).filter((some) => some.length > 0)) {
      const late = [0, 1, 2].filter((n) => !early.includes(n));
      for (const order of ordersOf([...late, 3, 4], (n) => kinds[n]!)) {
        const payer = await rig.payer();
        const bought = onPlans(await rig.buy(payer, 2));
        await takeRepeated(early.map((n) => bought[n]!));
        const changed = onPlans(await changeTo(payer, 5));
        expect([bought.length, changed.length]).toEqual([3, 2]);
        const events = [...bought, ...changed];
        await takeRepeated(order.map((n) => events[n]!));
        expect([early, order, await rig.outcomeOf(payer)]).toEqual([early, order, upgraded]);
      }
    }
  },
  longMs,
);

test(
  '[BP-13] purchase and upgrade events delivered after both happened result in the upgrade',
  async () => {
    for (const order of ordersOf([0, 1, 2, 3, 4], (n) => kinds[n]!)) {
      const payer = await rig.payer();
      const bought = onPlans(await rig.buy(payer, 2));
      const { subscription } = JSON.parse(bought.at(-1)!.body).data.object;
      // Directly at the provider, as its own portal may do it.
      await rig.payments.provider.changeNow({ subscriptionId: subscription, offer: advanced });
      const events = [...bought, ...onPlans(await rig.payments.takeEvents())];
      expect(events).toHaveLength(5);
      await takeRepeated(order.map((n) => events[n]!));
      expect([order, await rig.outcomeOf(payer)]).toEqual([
        order,
        {
          status: 'ACTIVE',
          planId: 5,
          nextPlanId: null,
          tier: 'advanced',
          available: 5_000,
          sum: 5_000,
          mails: ['plan_bought'],
        },
      ]);
    }
  },
  longMs,
);
const advanced = {
  planId: 5,
  key: 'shotwright_plan_5_usd_2900_month',
  productId: 'shotwright_advanced',
  productName: 'Advanced',
  amountCents: 2_900,
  currency: 'usd',
  interval: 'month',
} as const;

test(
  '[BP-13] a refund or chargeback overrides a purchase, whatever the order of events',
  async () => {
    for (const button of ['refund', 'charge-back']) {
      for (const order of permutationsOf([0, 1, 2, 3])) {
        const payer = await rig.payer();
        const bought = onPlans(await rig.buy(payer, 2));
        const { customer } = JSON.parse(bought.at(-1)!.body).data.object;
        const returnUrl = 'http://localhost:3000/';
        const portal = await rig.payments.provider.createPortal({
          customerId: customer,
          returnUrl,
        });
        await rig.payments.press(`${new URL(portal).pathname}/${button}`);
        const events = [...bought, ...(await rig.payments.takeEvents())];
        expect(events).toHaveLength(4);
        await takeRepeated(order.map((n) => events[n]!));
        await takeRepeated(await rig.payments.takeEvents());
        expect([button, order, await rig.outcomeOf(payer)]).toMatchObject([
          button,
          order,
          { status: 'INACTIVE', tier: 'free', available: 100, sum: 100 },
        ]);
      }
    }
  },
  longMs,
);

test('a downgrade and its renewal result in the lower plan, whatever the order of events', async () => {
  for (const order of permutationsOf([0, 1, 2])) {
    const payer = await rig.payer();
    await take(await rig.buy(payer, 5));
    const scheduled = onPlans(await changeTo(payer, 2));
    expect((await rig.outcomeOf(payer)).nextPlanId).toBe(2);
    const renewed = onPlans(await rig.press(payer, 'next-period'));
    const events = [...scheduled.slice(-1), ...renewed];
    expect(events).toHaveLength(3);
    await takeRepeated(order.map((n) => events[n]!));
    expect([order, await rig.outcomeOf(payer)]).toMatchObject([
      order,
      { status: 'ACTIVE', planId: 2, nextPlanId: null, tier: 'basic' },
    ]);
  }
}, 60_000);
