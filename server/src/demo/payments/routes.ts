import {
  changePrice,
  costOfChange,
  endSubscription,
  expireCheckout,
  priceOf,
  type LocalContext,
} from './billing.ts';
import { formsAt, textAt, textsAt, type Form } from './form.ts';
import {
  chargeJson,
  invoiceJson,
  listJson,
  priceJson,
  scheduleJson,
  sessionJson,
  subscriptionJson,
  type Json,
} from './json.ts';
import { localId, type LocalSubscription } from './state.ts';

/** An error in the provider's wire format. */
export class WireError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Call {
  readonly id: string;
  readonly form: Form;
}

interface LocalRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly pattern: RegExp;
  readonly run: (ctx: LocalContext, call: Call) => Json;
}

const daySeconds = 86_400;

const at = (method: LocalRoute['method'], path: string, run: LocalRoute['run']): LocalRoute => ({
  method,
  pattern: new RegExp(`^/v1/${path.replace('{id}', '(\\w{1,255})')}$`),
  run,
});

function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new WireError(404, `No such ${what}.`, 'resource_missing');
  return row;
}

/** The provider's API calls that the product uses. Source: Stripe's API reference, 2026-10-28. */
export const localRoutes: readonly LocalRoute[] = [
  at('POST', 'products', (ctx, { form }) => {
    const id = textAt(form, 'id') ?? localId('prod');
    if (ctx.state.find('products', id)) throw taken('Product');
    const row = { id, created: ctx.now(), name: textAt(form, 'name') ?? '' };
    return { ...ctx.state.put('products', row), object: 'product', active: true };
  }),
  at('GET', 'prices', (ctx, { form }) => {
    const keys = new Set(Object.values(textsAt(form, 'lookup_keys')));
    const prices = ctx.state.list('prices').filter((price) => keys.has(price.lookup_key ?? ''));
    return listJson('/v1/prices', prices.map(priceJson));
  }),
  at('POST', 'prices', addPrice),
  at('POST', 'coupons', (ctx, { form }) => {
    const id = textAt(form, 'id') ?? localId('co');
    if (ctx.state.find('coupons', id)) throw taken('Coupon');
    const percentOff = Number(textAt(form, 'percent_off'));
    if (!(percentOff > 0 && percentOff <= 100)) throw new WireError(400, 'Invalid percent_off.');
    const row = { id, created: ctx.now(), percent_off: percentOff };
    return { ...ctx.state.put('coupons', row), object: 'coupon', duration: 'once', valid: true };
  }),
  at('POST', 'checkout/sessions', addSession),
  at('GET', 'checkout/sessions/{id}', (ctx, { id }) =>
    sessionJson(found(ctx.state.find('sessions', id), 'checkout.session'), ctx.origin),
  ),
  at('POST', 'checkout/sessions/{id}/expire', (ctx, { id }) => {
    const session = found(ctx.state.find('sessions', id), 'checkout.session');
    if (session.status !== 'open') throw new WireError(400, 'Only open sessions can be expired.');
    expireCheckout(ctx, session);
    return sessionJson(session, ctx.origin);
  }),
  at('GET', 'subscriptions/{id}', (ctx, { id, form }) =>
    subscriptionJson(ctx.state, subscriptionOf(ctx, id), isExpanding(form)),
  ),
  at('POST', 'subscriptions/{id}', updateSubscription),
  at('DELETE', 'subscriptions/{id}', (ctx, { id, form }) => {
    const subscription = subscriptionOf(ctx, id);
    if (subscription.status === 'canceled')
      throw new WireError(404, 'No such subscription.', 'resource_missing');
    subscription.comment = textAt(form, 'cancellation_details', 'comment') ?? null;
    endSubscription(ctx, subscription);
    return subscriptionJson(ctx.state, subscription);
  }),
  at('POST', 'subscription_schedules', addSchedule),
  at('POST', 'subscription_schedules/{id}', updateSchedule),
  at('POST', 'subscription_schedules/{id}/release', (ctx, { id }) => {
    const schedule = found(ctx.state.find('schedules', id), 'subscription_schedule');
    const subscription = subscriptionOf(ctx, schedule.subscription);
    schedule.status = 'released';
    subscription.schedule = null;
    ctx.emit('customer.subscription.updated', subscriptionJson(ctx.state, subscription));
    return scheduleJson(ctx.state, id) ?? {};
  }),
  at('POST', 'billing_portal/sessions', (ctx, { form }) => {
    const customer = found(ctx.state.find('customers', textAt(form, 'customer') ?? ''), 'customer');
    const id = localId('bps');
    const returnUrl = textAt(form, 'return_url') ?? ctx.origin;
    const row = { id, created: ctx.now(), customer: customer.id, return_url: returnUrl };
    ctx.state.put('portals', row);
    return {
      ...row,
      object: 'billing_portal.session',
      url: `${ctx.origin}/dev/payments/portal/${id}`,
    };
  }),
  at('GET', 'invoices', (ctx, { form }) => {
    const customer = textAt(form, 'customer');
    const invoices = ctx.state.list('invoices').filter((one) => one.customer === customer);
    const newestFirst = invoices.toReversed().map((one) => invoiceJson(ctx.state, one, ctx.origin));
    return listJson('/v1/invoices', newestFirst);
  }),
  at('POST', 'invoices/create_preview', (ctx, { form }) => {
    const subscription = subscriptionOf(ctx, textAt(form, 'subscription') ?? '');
    const cost = costOfChange(ctx, subscription, newPrice(ctx, form, 'subscription_details'));
    return {
      id: localId('upcoming_in'),
      object: 'invoice',
      currency: 'usd',
      total: cost.total,
      amount_due: cost.amountDue,
    };
  }),
  at('GET', 'charges/{id}', (ctx, { id }) =>
    chargeJson(found(ctx.state.find('charges', id), 'charge')),
  ),
  at('GET', 'invoice_payments', (ctx, { form }) => {
    const intent = textAt(form, 'payment', 'payment_intent');
    const charge = ctx.state.list('charges').find((one) => one.payment_intent === intent);
    const invoice = ctx.state.find('invoices', charge?.invoice ?? null);
    const payment = {
      id: localId('inpay'),
      object: 'invoice_payment',
      status: 'paid',
      is_default: true,
    };
    const data = invoice
      ? [{ ...payment, invoice: invoiceJson(ctx.state, invoice, ctx.origin) }]
      : [];
    return listJson('/v1/invoice_payments', data);
  }),
];

function taken(what: string): WireError {
  return new WireError(400, `${what} already exists.`, 'resource_already_exists');
}

function isExpanding(form: Form): boolean {
  return Object.keys(textsAt(form, 'expand')).length > 0;
}

function subscriptionOf(ctx: LocalContext, id: string): LocalSubscription {
  return found(ctx.state.find('subscriptions', id), 'subscription');
}

function addPrice(ctx: LocalContext, { form }: Call): Json {
  const { state } = ctx;
  const key = textAt(form, 'lookup_key') ?? null;
  if (state.list('prices').some((price) => price.lookup_key === key && key !== null))
    throw new WireError(400, 'A price already uses that lookup key.');
  const amount = Number(textAt(form, 'unit_amount'));
  if (!Number.isSafeInteger(amount) || amount < 0) throw new WireError(400, 'Invalid integer.');
  const row = state.put('prices', {
    id: localId('price'),
    created: ctx.now(),
    product: found(state.find('products', textAt(form, 'product') ?? ''), 'product').id,
    lookup_key: key,
    unit_amount: amount,
    currency: textAt(form, 'currency') ?? 'usd',
    interval: textAt(form, 'recurring', 'interval') === 'year' ? 'year' : 'month',
    metadata: textsAt(form, 'metadata'),
  });
  return priceJson(row);
}

function addSession(ctx: LocalContext, { form }: Call): Json {
  const { state } = ctx;
  const [line] = formsAt(form, 'line_items');
  const price = found(state.find('prices', textAt(line ?? {}, 'price') ?? ''), 'price');
  const customer = textAt(form, 'customer') ?? null;
  if (customer !== null) found(state.find('customers', customer), 'customer');
  const [discount] = formsAt(form, 'discounts');
  const coupon =
    discount && found(state.find('coupons', textAt(discount, 'coupon') ?? ''), 'coupon');
  const now = ctx.now();
  const session = state.put('sessions', {
    id: localId('cs_test'),
    created: now,
    expires_at: now + daySeconds,
    status: 'open',
    customer,
    customer_email: textAt(form, 'customer_email') ?? null,
    price: price.id,
    percent_off: coupon?.percent_off ?? 0,
    success_url: textAt(form, 'success_url') ?? '',
    cancel_url: textAt(form, 'cancel_url') ?? '',
    metadata: textsAt(form, 'metadata'),
    subscription_metadata: textsAt(form, 'subscription_data', 'metadata'),
    subscription: null,
  });
  return sessionJson(session, ctx.origin);
}

function updateSubscription(ctx: LocalContext, { id, form }: Call): Json {
  const { state } = ctx;
  const subscription = subscriptionOf(ctx, id);
  if (subscription.status === 'canceled')
    throw new WireError(400, 'A canceled subscription can only update its metadata.');
  if (formsAt(form, 'items').length > 0) {
    if (!changePrice(ctx, subscription, newPrice(ctx, form)))
      throw new WireError(402, 'Your card was declined.', 'card_declined');
    return subscriptionJson(state, subscription);
  }
  const cancels = textAt(form, 'cancel_at_period_end');
  if (cancels !== undefined) subscription.cancel_at_period_end = cancels === 'true';
  const comment = textAt(form, 'cancellation_details', 'comment');
  if (comment !== undefined) subscription.comment = comment;
  ctx.emit('customer.subscription.updated', subscriptionJson(state, subscription));
  return subscriptionJson(state, subscription);
}

function newPrice(ctx: LocalContext, form: Form, ...below: readonly string[]) {
  const [item] = formsAt(form, ...below, 'items');
  return found(ctx.state.find('prices', textAt(item ?? {}, 'price') ?? ''), 'price');
}

function addSchedule(ctx: LocalContext, { form }: Call): Json {
  const { state } = ctx;
  const subscription = subscriptionOf(ctx, textAt(form, 'from_subscription') ?? '');
  if (subscription.schedule !== null)
    throw new WireError(400, 'The subscription has a schedule already.');
  const { price, period_start: start, period_end: end } = subscription;
  const schedule = state.put('schedules', {
    id: localId('sub_sched'),
    created: ctx.now(),
    subscription: subscription.id,
    status: 'active',
    phases: [{ price, start, end }],
  });
  subscription.schedule = schedule.id;
  return scheduleJson(state, schedule.id) ?? {};
}

function updateSchedule(ctx: LocalContext, { id, form }: Call): Json {
  const { state } = ctx;
  const schedule = found(state.find('schedules', id), 'subscription_schedule');
  const [current, next] = formsAt(form, 'phases').map((phase) =>
    found(textAt(formsAt(phase, 'items')[0] ?? {}, 'price'), 'price'),
  );
  if (current === undefined || next === undefined)
    throw new WireError(400, 'Two phases are known.');
  const { period_start: start, period_end: end } = subscriptionOf(ctx, schedule.subscription);
  schedule.phases = [
    { price: priceOf(state, current).id, start, end },
    { price: found(state.find('prices', next), 'price').id, start: end, end },
  ];
  const subscription = subscriptionOf(ctx, schedule.subscription);
  ctx.emit('customer.subscription.updated', subscriptionJson(state, subscription));
  return scheduleJson(state, id) ?? {};
}
