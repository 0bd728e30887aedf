import { invoiceJson, sessionJson, subscriptionJson, chargeJson, type Json } from './json.ts';
import {
  localId,
  type LocalCustomer,
  type LocalInvoice,
  type LocalPrice,
  type LocalSession,
  type LocalState,
  type LocalSubscription,
  type Seconds,
} from './state.ts';

/** Shared state and services of the test provider. */
export interface LocalContext {
  readonly state: LocalState;
  readonly now: () => Seconds;
  /** Origin of its pages. */
  readonly origin: string;
  /** Enqueues an event. */
  emit(type: string, object: Json): void;
}

/** Immediate cost of a price change, and the period that follows. Unit: cents. */
export interface ChangeCost {
  readonly lines: LocalInvoice['lines'];
  readonly total: number;
  readonly amountDue: number;
  readonly start: Seconds;
  readonly end: Seconds;
}

/** Pays a checkout: creates the customer, the subscription and the first invoice. */
export function payCheckout(ctx: LocalContext, session: LocalSession): void {
  const { state } = ctx;
  const price = priceOf(state, session.price);
  const customer = state.find('customers', session.customer) ?? addCustomer(ctx, session);
  const start = ctx.now();
  const subscription = state.put('subscriptions', {
    id: localId('sub'),
    item: localId('si'),
    created: start,
    customer: customer.id,
    metadata: session.subscription_metadata,
    price: price.id,
    status: 'active',
    period_start: start,
    period_end: nextPeriod(start, price.interval),
    cancel_at_period_end: false,
    ended_at: null,
    comment: null,
    latest_invoice: '',
    schedule: null,
  });
  const amount = Math.round((price.unit_amount * (100 - session.percent_off)) / 100);
  const { period_end: end } = subscription;
  const lines = [{ description: nameOf(state, price), amount, start, end }];
  bill(ctx, subscription, { reason: 'subscription_create', lines });
  session.status = 'complete';
  session.customer = customer.id;
  session.subscription = subscription.id;
  ctx.emit('customer.subscription.created', subscriptionJson(state, subscription));
  ctx.emit('checkout.session.completed', sessionJson(session, ctx.origin));
}

/** Expires a checkout without payment. */
export function expireCheckout(ctx: LocalContext, session: LocalSession): void {
  session.status = 'expired';
  ctx.emit('checkout.session.expired', sessionJson(session, ctx.origin));
}

function addCustomer(ctx: LocalContext, session: LocalSession): LocalCustomer {
  const customer = ctx.state.put('customers', {
    id: localId('cus'),
    created: ctx.now(),
    email: session.customer_email ?? '',
    balance: 0,
    isDeclining: false,
  });
  ctx.emit('customer.created', { ...customer, object: 'customer', livemode: false });
  return customer;
}

/**
 * Prorates a price change to the second, as the provider does. Another billing interval starts a
 * new period.
 */
export function costOfChange(
  ctx: LocalContext,
  subscription: LocalSubscription,
  to: LocalPrice,
): ChangeCost {
  const { state } = ctx;
  const from = priceOf(state, subscription.price);
  const now = ctx.now();
  const { period_start, period_end } = subscription;
  const left = Math.max(0, period_end - now) / Math.max(1, period_end - period_start);
  const isNewRhythm = from.interval !== to.interval;
  const start = isNewRhythm ? now : period_start;
  const end = isNewRhythm ? nextPeriod(now, to.interval) : period_end;
  const owed = isNewRhythm ? to.unit_amount : Math.round(to.unit_amount * left);
  const back = -Math.round(from.unit_amount * left);
  const lines = [
    { description: `Unused time on ${nameOf(state, from)}`, amount: back, start: now, end },
    { description: `Remaining time on ${nameOf(state, to)}`, amount: owed, start: now, end },
  ];
  const balance = state.find('customers', subscription.customer)?.balance ?? 0;
  const total = owed + back;
  return { lines, total, amountDue: Math.max(0, total + balance), start, end };
}

/**
 * Changes the price and bills the difference. Returns false if the payment was declined and nothing
 * has changed.
 */
export function changePrice(
  ctx: LocalContext,
  subscription: LocalSubscription,
  to: LocalPrice,
): boolean {
  if (ctx.state.find('customers', subscription.customer)?.isDeclining === true) return false;
  const { lines, start, end } = costOfChange(ctx, subscription, to);
  subscription.price = to.id;
  subscription.period_start = start;
  subscription.period_end = end;
  bill(ctx, subscription, { reason: 'subscription_update', lines });
  ctx.emit('customer.subscription.updated', subscriptionJson(ctx.state, subscription));
  return true;
}

/** Ends a subscription immediately. */
export function endSubscription(ctx: LocalContext, subscription: LocalSubscription): void {
  subscription.status = 'canceled';
  subscription.ended_at = ctx.now();
  ctx.emit('customer.subscription.deleted', subscriptionJson(ctx.state, subscription));
}

/**
 * Ends the current period: renews, applies the scheduled price or ends the subscription. A declined
 * renewal makes the subscription past due; if the next period also ends unpaid, it is cancelled.
 */
export function advancePeriod(ctx: LocalContext, subscription: LocalSubscription): void {
  const { state } = ctx;
  if (subscription.status === 'canceled') return;
  if (subscription.cancel_at_period_end || subscription.status === 'past_due') {
    endSubscription(ctx, subscription);
    return;
  }
  const schedule = state.find('schedules', subscription.schedule);
  const price = priceOf(state, schedule?.phases[1]?.price ?? subscription.price);
  if (schedule) schedule.status = 'released';
  subscription.schedule = null;
  subscription.price = price.id;
  // Two periods never start in the same second, regardless of how fast the buttons are clicked.
  const start = Math.max(
    subscription.period_start + 1,
    Math.min(ctx.now(), subscription.period_end),
  );
  const end = nextPeriod(start, price.interval);
  subscription.period_start = start;
  subscription.period_end = end;
  const lines = [{ description: nameOf(state, price), amount: price.unit_amount, start, end }];
  const isPaid = bill(ctx, subscription, { reason: 'subscription_cycle', lines });
  if (!isPaid) subscription.status = 'past_due';
  ctx.emit('customer.subscription.updated', subscriptionJson(state, subscription));
}

/** Retries the open invoice of a past-due subscription. */
export function payOpenBill(ctx: LocalContext, subscription: LocalSubscription): void {
  const invoice = ctx.state.find('invoices', subscription.latest_invoice);
  if (!invoice || subscription.status !== 'past_due' || !collect(ctx, invoice)) return;
  subscription.status = 'active';
  ctx.emit('customer.subscription.updated', subscriptionJson(ctx.state, subscription));
}

/** Reverses the payment of an invoice, as a refund or as a chargeback by the bank. */
export function reverse(
  ctx: LocalContext,
  invoice: LocalInvoice,
  how: 'refund' | 'charge_back',
): void {
  const charge = ctx.state.find('charges', invoice.charge);
  if (!charge) return;
  if (how === 'refund') {
    charge.amount_refunded = charge.amount;
    ctx.emit('charge.refunded', chargeJson(charge));
    return;
  }
  charge.disputed = true;
  ctx.emit('charge.dispute.created', {
    id: localId('du'),
    object: 'dispute',
    charge: charge.id,
    amount: charge.amount,
    status: 'needs_response',
  });
}

function bill(
  ctx: LocalContext,
  subscription: LocalSubscription,
  input: { readonly reason: LocalInvoice['billing_reason']; readonly lines: LocalInvoice['lines'] },
): boolean {
  const { state } = ctx;
  const customer = state.find('customers', subscription.customer);
  const total = input.lines.reduce((sum, line) => sum + line.amount, 0);
  const amountDue = Math.max(0, total + (customer?.balance ?? 0));
  if (customer) customer.balance += total - amountDue;
  const invoice = state.put('invoices', {
    id: localId('in'),
    number: `TEST-${String(state.list('invoices').length + 1).padStart(4, '0')}`,
    created: ctx.now(),
    customer: subscription.customer,
    subscription: subscription.id,
    billing_reason: input.reason,
    lines: input.lines,
    total,
    amount_due: amountDue,
    currency: 'usd',
    status: 'open',
    charge: null,
  });
  subscription.latest_invoice = invoice.id;
  return collect(ctx, invoice);
}

function collect(ctx: LocalContext, invoice: LocalInvoice): boolean {
  const { state } = ctx;
  if (state.find('customers', invoice.customer)?.isDeclining === true && invoice.amount_due > 0) {
    ctx.emit('invoice.payment_failed', invoiceJson(state, invoice, ctx.origin));
    return false;
  }
  if (invoice.amount_due > 0) {
    const charge = state.put('charges', {
      id: localId('ch'),
      created: ctx.now(),
      payment_intent: localId('pi'),
      customer: invoice.customer,
      invoice: invoice.id,
      amount: invoice.amount_due,
      amount_refunded: 0,
      disputed: false,
    });
    invoice.charge = charge.id;
    ctx.emit('charge.succeeded', chargeJson(charge));
  }
  invoice.status = 'paid';
  ctx.emit('invoice.paid', invoiceJson(state, invoice, ctx.origin));
  return true;
}

/** Returns the price with this ID. Throws if the state does not contain it. */
export function priceOf(state: LocalState, id: string): LocalPrice {
  const price = state.find('prices', id);
  if (!price) throw new Error('the test provider has lost a price');
  return price;
}

/** Returns the display name, such as `Basic, monthly`. */
export function nameOf(state: LocalState, price: LocalPrice): string {
  const product = state.find('products', price.product)?.name ?? price.product;
  return `${product}, ${price.interval === 'month' ? 'monthly' : 'yearly'}`;
}

/** Returns the same day of the next month or year, or the last day of that month. */
function nextPeriod(start: Seconds, interval: 'month' | 'year'): Seconds {
  const from = new Date(start * 1_000);
  const months = from.getUTCMonth() + (interval === 'month' ? 1 : 12);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const to = new Date(from);
  to.setUTCFullYear(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1_000);
}
