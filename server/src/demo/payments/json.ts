import type {
  LocalCharge,
  LocalInvoice,
  LocalPrice,
  LocalSession,
  LocalState,
  LocalSubscription,
} from './state.ts';

/** A JSON object on the wire. */
export type Json = Readonly<Record<string, unknown>>;

/** Serializes a list. */
export function listJson(url: string, data: readonly Json[]): Json {
  return { object: 'list', url, has_more: false, data };
}

/** Serializes a price. */
export function priceJson(price: LocalPrice): Json {
  const { interval, ...rest } = price;
  return {
    ...rest,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    livemode: false,
    nickname: null,
    recurring: { interval, interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount_decimal: String(price.unit_amount),
  };
}

/** Serializes a checkout session. `origin` is the origin of its page. */
export function sessionJson(session: LocalSession, origin: string): Json {
  const { price: _price, percent_off: _off, subscription_metadata: _metadata, ...rest } = session;
  return {
    ...rest,
    object: 'checkout.session',
    mode: 'subscription',
    livemode: false,
    client_reference_id: session.metadata['organization_id'] ?? null,
    payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
    url: session.status === 'open' ? `${origin}/dev/payments/checkout/${session.id}` : null,
  };
}

/** Serializes a subscription, with its newest invoice and its schedule if `isExpanded`. */
export function subscriptionJson(
  state: LocalState,
  from: LocalSubscription,
  isExpanded = false,
): Json {
  const { item, price, period_start, period_end, comment, ...rest } = from;
  const priceRow = state.find('prices', price);
  const invoice = state.find('invoices', from.latest_invoice);
  const itemJson = {
    id: item,
    object: 'subscription_item',
    created: from.created,
    subscription: from.id,
    quantity: 1,
    metadata: {},
    price: priceRow ? priceJson(priceRow) : null,
    current_period_start: period_start,
    current_period_end: period_end,
  };
  return {
    ...rest,
    object: 'subscription',
    livemode: false,
    cancel_at: from.cancel_at_period_end ? period_end : null,
    canceled_at: from.ended_at,
    cancellation_details: { comment, feedback: null, reason: null },
    start_date: from.created,
    billing_cycle_anchor: period_start,
    currency: priceRow?.currency ?? 'usd',
    items: listJson(`/v1/subscription_items?subscription=${from.id}`, [itemJson]),
    latest_invoice: isExpanded && invoice ? invoiceJson(state, invoice, '') : from.latest_invoice,
    schedule: isExpanded ? scheduleJson(state, from.schedule, true) : from.schedule,
  };
}

/** Serializes a schedule. Returns null if there is none. */
export function scheduleJson(
  state: LocalState,
  id: string | null,
  isExpanded = false,
): Json | null {
  const schedule = state.find('schedules', id);
  if (!schedule) return null;
  const isActive = schedule.status === 'active';
  const phases = schedule.phases.map(({ price, start, end }) => {
    const row = state.find('prices', price);
    const item = { price: isExpanded && row ? priceJson(row) : price, quantity: 1, metadata: {} };
    return { start_date: start, end_date: end, items: [item] };
  });
  return {
    id: schedule.id,
    object: 'subscription_schedule',
    created: schedule.created,
    livemode: false,
    status: schedule.status,
    end_behavior: 'release',
    subscription: isActive ? schedule.subscription : null,
    released_subscription: isActive ? null : schedule.subscription,
    phases,
  };
}

/** Serializes an invoice. `origin` is the origin of its page. */
export function invoiceJson(state: LocalState, invoice: LocalInvoice, origin: string): Json {
  const { charge: _charge, lines, ...rest } = invoice;
  const customer = state.find('customers', invoice.customer);
  return {
    ...rest,
    object: 'invoice',
    livemode: false,
    customer_email: customer?.email ?? null,
    amount_paid: invoice.status === 'paid' ? invoice.amount_due : 0,
    amount_remaining: invoice.status === 'paid' ? 0 : invoice.amount_due,
    subtotal: invoice.total,
    hosted_invoice_url: `${origin}/dev/payments/invoices/${invoice.id}`,
    invoice_pdf: null,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: invoice.subscription, metadata: {} },
      quote_details: null,
    },
    lines: listJson(
      `/v1/invoices/${invoice.id}/lines`,
      lines.map(({ description, amount, start, end }, n) => ({
        id: `il_${invoice.id.slice(3)}${n}`,
        object: 'line_item',
        description,
        amount,
        currency: invoice.currency,
        period: { start, end },
      })),
    ),
  };
}

/** Serializes a charge. */
export function chargeJson({ invoice: _invoice, ...charge }: LocalCharge): Json {
  return {
    ...charge,
    object: 'charge',
    livemode: false,
    paid: true,
    captured: true,
    status: 'succeeded',
    currency: 'usd',
    refunded: charge.amount_refunded === charge.amount,
  };
}
