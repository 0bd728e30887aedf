import type { Stripe } from 'stripe';
import type {
  ProviderCheckout,
  ProviderEvent,
  ProviderInvoice,
  ProviderSubscription,
} from './payment-provider.ts';

/** Names of the metadata that we store on the provider's objects. */
export const marks = {
  organization: 'organization_id',
  plan: 'plan_id',
  coupon: 'coupon_id',
  /** Comment of a subscription that was ended because its payment was returned. */
  refunded: 'refunded or charged back',
} as const;

/** Expanded fields that {@link readSubscription} needs. */
export const subscriptionExpansion = ['latest_invoice', 'schedule.phases.items.price'];

/** Converts a subscription expanded by {@link subscriptionExpansion}. */
export function readSubscription(from: Stripe.Subscription): ProviderSubscription {
  const [item] = from.items.data;
  const { latest_invoice: invoice, metadata } = from;
  return {
    id: from.id,
    organizationId: metadata[marks.organization] ?? null,
    customerId: idOf(from.customer),
    state: stateOf(from.status),
    planId: planOf(item?.price),
    nextPlanId: nextPlanOf(from),
    periodStart: instant(item?.current_period_start ?? from.start_date),
    periodEnd: instant(item?.current_period_end ?? from.start_date),
    isCancelledAtPeriodEnd: from.cancel_at_period_end || from.cancel_at !== null,
    endedAt: from.ended_at === null ? null : instant(from.ended_at),
    isRevoked: from.cancellation_details?.comment === marks.refunded,
    couponId: numberIn(metadata, marks.coupon),
    lastPaidCents: typeof invoice === 'object' && invoice ? invoice.amount_paid : 0,
  };
}

function stateOf(status: Stripe.Subscription.Status): ProviderSubscription['state'] {
  if (status === 'active' || status === 'trialing') return 'live';
  return status === 'past_due' ? 'late' : 'over';
}

function planOf(price: Stripe.Price | undefined): number | null {
  return price ? numberIn(price.metadata, marks.plan) : null;
}

function numberIn(metadata: Stripe.Metadata, name: string): number | null {
  const text = metadata[name] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function nextPlanOf({ schedule, items }: Stripe.Subscription): number | null {
  if (typeof schedule !== 'object' || !schedule || schedule.status !== 'active') return null;
  const next = schedule.phases.find(
    (phase) => phase.start_date >= (items.data[0]?.current_period_end ?? 0),
  );
  const price = next?.items[0]?.price;
  return typeof price === 'object' && !price.deleted ? planOf(price) : null;
}

const checkoutStatuses = ['open', 'complete', 'expired'] as const;

/** Converts a checkout session. */
export function readCheckout(from: Stripe.Checkout.Session): ProviderCheckout {
  return {
    sessionId: from.id,
    organizationId: from.metadata?.[marks.organization] ?? null,
    status: checkoutStatuses.find((status) => status === from.status) ?? 'open',
    subscriptionId: from.subscription === null ? null : idOf(from.subscription),
  };
}

const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** Converts an invoice. */
export function readInvoice(from: Stripe.Invoice): ProviderInvoice {
  return {
    id: from.id,
    number: from.number,
    issuedAt: instant(from.created),
    totalCents: from.total,
    currency: from.currency,
    status: invoiceStatuses.find((status) => status === from.status) ?? 'open',
    pageUrl: from.hosted_invoice_url ?? null,
    pdfUrl: from.invoice_pdf ?? null,
  };
}

/**
 * Identifies the object of an event. The state in the event is ignored because it may be outdated.
 */
export function readEvent({ id, type, data }: Stripe.Event): ProviderEvent {
  return { id, type, subject: subjectOf(type, asJson(data.object)) };
}

type Json = Readonly<Record<string, unknown>>;

function known(
  kind: 'checkout' | 'subscription' | 'charge',
  id: unknown,
): ProviderEvent['subject'] {
  return typeof id === 'string' ? { kind, id } : { kind: 'other' };
}

function subjectOf(type: string, object: Json): ProviderEvent['subject'] {
  if (type.startsWith('checkout.session.')) return known('checkout', object['id']);
  if (type.startsWith('customer.subscription.')) return known('subscription', object['id']);
  if (type.startsWith('invoice.')) return known('subscription', subscriptionOf(object));
  if (type.startsWith('subscription_schedule.'))
    return known('subscription', object['subscription'] ?? object['released_subscription']);
  if (type === 'charge.refunded') return known('charge', object['id']);
  if (type.startsWith('charge.dispute.')) return known('charge', object['charge']);
  return { kind: 'other' };
}

function subscriptionOf(invoice: Json): unknown {
  const { subscription } = asJson(asJson(invoice['parent'])['subscription_details']);
  // Webhook endpoints created with an API version before 2025 have it in the old field.
  return subscription ?? invoice['subscription'];
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns the ID of a reference that may be expanded. */
export function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

function instant(seconds: number): Date {
  return new Date(seconds * 1_000);
}
