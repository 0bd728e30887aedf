import type { Stripe } from 'stripe';
import type { Offer } from './payment-provider.ts';
import { isRejection } from './stripe-errors.ts';
import { marks } from './stripe-read.ts';

/** Finds products and prices at the provider, and creates them on first use. */
export interface StripePrices {
  /** Returns the ID of the offer's price. */
  priceOf(offer: Offer): Promise<string>;
  /** Returns the ID of a coupon that deducts this percentage from the first payment. */
  couponOf(percentOff: number): Promise<string>;
}

/**
 * Creates a {@link StripePrices}. Prices are found by lookup key, so that no ID has to be
 * configured; safe for concurrent processes.
 */
export function createStripePrices(stripe: () => Stripe): StripePrices {
  const known = new Map<string, string>();
  return {
    priceOf: async (offer) => {
      const id = known.get(offer.key) ?? (await findOrCreatePrice(stripe(), offer));
      known.set(offer.key, id);
      return id;
    },
    couponOf: async (percentOff) => {
      const id = `shotwright_first_payment_${percentOff}_percent`;
      if (known.has(id)) return id;
      const name = `${percentOff} % off`;
      await unlessThere(() =>
        stripe().coupons.create({ id, name, percent_off: percentOff, duration: 'once' }),
      );
      known.set(id, id);
      return id;
    },
  };
}

async function findOrCreatePrice(stripe: Stripe, offer: Offer): Promise<string> {
  const found = await stripe.prices.list({ lookup_keys: [offer.key], active: true, limit: 1 });
  const [first] = found.data;
  if (first) return first.id;
  await unlessThere(() => stripe.products.create({ id: offer.productId, name: offer.productName }));
  const created = await stripe.prices.create(
    {
      product: offer.productId,
      lookup_key: offer.key,
      unit_amount: offer.amountCents,
      currency: offer.currency,
      recurring: { interval: offer.interval },
      metadata: { [marks.plan]: String(offer.planId) },
    },
    // The key makes concurrent creation by two processes create one price.
    { idempotencyKey: `price:${offer.key}` },
  );
  return created.id;
}

async function unlessThere(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!isRejection(error, 'resource_already_exists')) throw error;
  }
}
