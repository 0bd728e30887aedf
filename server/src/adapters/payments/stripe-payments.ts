import { Stripe } from 'stripe';
import type { CheckoutInput, PaymentProvider } from './payment-provider.ts';
import { ask, find, isRejection } from './stripe-errors.ts';
import { createStripePrices, type StripePrices } from './stripe-prices.ts';
import {
  idOf,
  marks,
  readCheckout,
  readEvent,
  readInvoice,
  readSubscription,
  subscriptionExpansion,
} from './stripe-read.ts';
import { createStripePlanChanges } from './stripe-plan-changes.ts';

/** Credentials and endpoint of the provider. */
export interface StripeConnection {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Default: Stripe's own server. */
  readonly server?: {
    readonly host: string;
    readonly port: number;
    readonly protocol: 'http' | 'https';
  };
  /** Timeout of one attempt; each call has two. Unit: ms. Default: 8 000. */
  readonly timeoutMs?: number;
}

const eventToleranceSeconds = 300;

/**
 * Creates a {@link PaymentProvider} over Stripe's SDK. `connection` is called once, on first use.
 */
export function createStripePayments(connection: () => StripeConnection): PaymentProvider {
  let opened: Stripe | undefined;
  const stripe = (): Stripe => (opened ??= openStripe(connection()));
  const prices = createStripePrices(stripe);
  return {
    ...createStripePlanChanges(stripe, prices),
    createCheckout: (input) => ask(() => createCheckout(stripe(), prices, input)),
    expireCheckout: (sessionId) =>
      ask(async () => {
        await unlessEnded(() => stripe().checkout.sessions.expire(sessionId));
      }),
    findCheckout: async (sessionId) => {
      const session = await find(() => stripe().checkout.sessions.retrieve(sessionId));
      return session && readCheckout(session);
    },
    findSubscription: async (subscriptionId) => {
      const expand = subscriptionExpansion;
      const found = await find(() => stripe().subscriptions.retrieve(subscriptionId, { expand }));
      return found && readSubscription(found);
    },
    createPortal: ({ customerId, returnUrl }) =>
      ask(async () => {
        const session = await stripe().billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
        });
        return session.url;
      }),
    listInvoices: (customerId) =>
      ask(async () => {
        const { data } = await stripe().invoices.list({ customer: customerId, limit: 100 });
        return data.map(readInvoice);
      }),
    findRevoked: (chargeId) => ask(() => findRevoked(stripe(), chargeId)),
    readEvent: ({ body, signature }) => {
      try {
        const { webhookSecret } = connection();
        const { webhooks } = stripe();
        return readEvent(
          webhooks.constructEvent(body, signature, webhookSecret, eventToleranceSeconds),
        );
      } catch {
        return undefined;
      }
    },
  };
}

function openStripe({ secretKey, server, timeoutMs = 8_000 }: StripeConnection): Stripe {
  return new Stripe(secretKey, {
    ...server,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

async function createCheckout(stripe: Stripe, prices: StripePrices, input: CheckoutInput) {
  const { customerId, discount, offer, organizationId } = input;
  const [price, coupon] = await Promise.all([
    prices.priceOf(offer),
    discount ? prices.couponOf(discount.percentOff) : undefined,
  ]);
  const metadata = {
    [marks.organization]: organizationId,
    ...(discount && { [marks.coupon]: String(discount.couponId) }),
  };
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    client_reference_id: organizationId,
    metadata,
    subscription_data: { metadata },
    tax_id_collection: { enabled: true },
    ...(customerId === null
      ? { customer_email: input.email }
      : { customer: customerId, customer_update: { name: 'auto', address: 'auto' } }),
    ...(coupon !== undefined && { discounts: [{ coupon }] }),
  });
  if (session.url === null) throw new Error('the payment provider returned no checkout URL');
  return { sessionId: session.id, url: session.url };
}

async function unlessEnded(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isRejection(error)) throw error;
  }
}

async function findRevoked(stripe: Stripe, chargeId: string): Promise<string | undefined> {
  const charge = await find(() => stripe.charges.retrieve(chargeId));
  if (!charge || !(charge.refunded || charge.disputed) || charge.payment_intent === null)
    return undefined;
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: idOf(charge.payment_intent) },
    expand: ['data.invoice'],
    limit: 1,
  });
  const invoice = payments.data[0]?.invoice;
  if (typeof invoice !== 'object' || invoice.deleted) return undefined;
  // The difference paid for an upgrade may be refunded without revoking the plan.
  if (!charge.disputed && invoice.billing_reason === 'subscription_update') return undefined;
  const paidUntil = Math.max(0, ...invoice.lines.data.map(({ period }) => period.end));
  if (paidUntil * 1_000 <= Date.now()) return undefined;
  const subscription = invoice.parent?.subscription_details?.subscription;
  return subscription === undefined ? undefined : idOf(subscription);
}
