import type { Stripe } from 'stripe';
import type { Offer, PaymentProvider } from './payment-provider.ts';
import { ask, isRejection } from './stripe-errors.ts';
import type { StripePrices } from './stripe-prices.ts';
import { idOf, marks } from './stripe-read.ts';

type PlanChanges = Pick<
  PaymentProvider,
  'previewChange' | 'changeNow' | 'changeAtPeriodEnd' | 'cancelAtPeriodEnd' | 'resume' | 'endNow'
>;

/** Creates the operations that change a running subscription. */
export function createStripePlanChanges(stripe: () => Stripe, prices: StripePrices): PlanChanges {
  return {
    previewChange: ({ subscriptionId, offer }) =>
      ask(async () => {
        const change = await itemsFor(stripe(), prices, { subscriptionId, offer });
        const invoice = await stripe().invoices.createPreview({
          subscription: subscriptionId,
          subscription_details: { items: change.items, proration_behavior: 'always_invoice' },
        });
        return { dueNowCents: invoice.amount_due };
      }),
    changeNow: ({ subscriptionId, offer }) =>
      ask(async () => {
        await takeBack(stripe(), subscriptionId);
        const change = await itemsFor(stripe(), prices, { subscriptionId, offer });
        await stripe().subscriptions.update(subscriptionId, {
          items: change.items,
          proration_behavior: 'always_invoice',
          // The change and its payment succeed together or not at all.
          payment_behavior: 'error_if_incomplete',
        });
      }),
    changeAtPeriodEnd: ({ subscriptionId, offer }) =>
      ask(async () => {
        await takeBack(stripe(), subscriptionId);
        await scheduleChange(stripe(), prices, { subscriptionId, offer });
      }),
    cancelAtPeriodEnd: ({ subscriptionId, reason }) =>
      ask(async () => {
        await releaseSchedule(stripe(), subscriptionId);
        await stripe().subscriptions.update(subscriptionId, {
          cancel_at_period_end: true,
          ...(reason !== null && { cancellation_details: { comment: `Customer: ${reason}` } }),
        });
      }),
    resume: (subscriptionId) => ask(() => takeBack(stripe(), subscriptionId)),
    endNow: ({ subscriptionId, because }) => ask(() => endNow(stripe(), subscriptionId, because)),
  };
}

interface Change {
  readonly subscriptionId: string;
  readonly offer: Offer;
}

async function itemsFor(stripe: Stripe, prices: StripePrices, { subscriptionId, offer }: Change) {
  const [subscription, price] = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId),
    prices.priceOf(offer),
  ]);
  const [item] = subscription.items.data;
  if (!item) throw new Error('the subscription has no item');
  return { item, price, items: [{ id: item.id, price, quantity: 1 }] };
}

/**
 * Schedules two phases: the paid period, then the offer. After the first period of the offer, the
 * schedule releases the subscription.
 */
async function scheduleChange(stripe: Stripe, prices: StripePrices, change: Change): Promise<void> {
  const { item, price } = await itemsFor(stripe, prices, change);
  const schedule = await stripe.subscriptionSchedules.create({
    from_subscription: change.subscriptionId,
  });
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: item.current_period_start,
        end_date: item.current_period_end,
      },
      {
        items: [{ price, quantity: 1 }],
        duration: { interval: change.offer.interval, interval_count: 1 },
      },
    ],
  });
}

/** Revokes a scheduled cancellation or plan change. */
async function takeBack(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await releaseSchedule(stripe, subscriptionId);
  if (!subscription.cancel_at_period_end && subscription.cancel_at === null) return;
  await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false });
}

async function releaseSchedule(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (subscription.schedule !== null)
    await stripe.subscriptionSchedules.release(idOf(subscription.schedule));
  return subscription;
}

async function endNow(
  stripe: Stripe,
  subscriptionId: string,
  because: 'refunded' | 'duplicate',
): Promise<void> {
  const comment = because === 'refunded' ? marks.refunded : 'paid twice; the rest was credited';
  try {
    await stripe.subscriptions.cancel(subscriptionId, {
      cancellation_details: { comment },
      ...(because === 'duplicate' && { prorate: true, invoice_now: true }),
    });
  } catch (error) {
    // The subscription has already ended.
    if (!isRejection(error)) throw error;
  }
}
