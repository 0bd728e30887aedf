import { escapeHtml } from '../../lib/escape-html.ts';
import {
  nameOf,
  advancePeriod,
  payOpenBill,
  priceOf,
  reverse,
  type LocalContext,
} from './billing.ts';
import { subscriptionJson } from './json.ts';
import {
  dayOf,
  linkButton,
  localPage,
  money,
  postButton,
  type PageCall,
  type PageResult,
} from './page.ts';
import type { LocalCustomer, LocalInvoice, LocalSubscription } from './state.ts';

interface Shown {
  readonly customer: LocalCustomer;
  readonly subscription: LocalSubscription | undefined;
  readonly invoices: readonly LocalInvoice[];
}

/**
 * Serves the customer portal with the payment details, and buttons for events that time and banks
 * cause otherwise.
 */
export function portalPage(ctx: LocalContext, { id, action }: PageCall): PageResult {
  const { state } = ctx;
  const portal = state.find('portals', id);
  const customer = state.find('customers', portal?.customer ?? null);
  if (!portal || !customer) return undefined;
  const isTheirs = (one: { readonly customer: string }): boolean => one.customer === customer.id;
  const subscription = state.list('subscriptions').filter(isTheirs).at(-1);
  const invoices = state.list('invoices').filter(isTheirs).toReversed();
  const here = `/dev/payments/portal/${id}`;
  if (action !== '') {
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!act) return undefined;
    act(ctx, { customer, subscription, invoices });
    return { location: here };
  }
  return { html: portalHtml(ctx, { customer, subscription, invoices }, [here, portal.return_url]) };
}

const actions: Readonly<Record<string, (ctx: LocalContext, shown: Shown) => void>> = {
  cancel: (ctx, { subscription }) => setCancelled(ctx, subscription, true),
  resume: (ctx, { subscription }) => setCancelled(ctx, subscription, false),
  'next-period': (ctx, { subscription }) => {
    if (subscription) advancePeriod(ctx, subscription);
  },
  'bad-card': (_ctx, { customer }) => {
    customer.isDeclining = true;
  },
  'good-card': (ctx, { customer, subscription }) => {
    customer.isDeclining = false;
    if (subscription) payOpenBill(ctx, subscription);
  },
  refund: (ctx, { invoices }) => reverseNewest(ctx, invoices, 'refund'),
  'charge-back': (ctx, { invoices }) => reverseNewest(ctx, invoices, 'charge_back'),
};

function setCancelled(
  ctx: LocalContext,
  subscription: LocalSubscription | undefined,
  isCancelled: boolean,
): void {
  if (!subscription || subscription.status === 'canceled') return;
  subscription.cancel_at_period_end = isCancelled;
  ctx.emit('customer.subscription.updated', subscriptionJson(ctx.state, subscription));
}

function reverseNewest(
  ctx: LocalContext,
  invoices: readonly LocalInvoice[],
  how: 'refund' | 'charge_back',
): void {
  const paid = invoices.find((invoice) => invoice.charge !== null);
  if (paid) reverse(ctx, paid, how);
}

function portalHtml(
  ctx: LocalContext,
  { customer, subscription, invoices }: Shown,
  [here, returnUrl]: readonly [string, string],
): string {
  const card = customer.isDeclining
    ? 'Test card ending in 0002: payments are declined'
    : 'Test card ending in 4242: payments succeed';
  return localPage(
    'Payments of your account',
    `<p class="faint">${escapeHtml(customer.email)}</p>
<h2>Plan</h2>
${subscription ? planPart(ctx, subscription, here) : '<p>No plan yet.</p>'}
<h2>Payment method</h2>
<p>${card}</p>
<div class="choices">${
      customer.isDeclining
        ? postButton(`${here}/good-card`, 'Use a valid card and pay open invoices')
        : postButton(`${here}/bad-card`, 'Use a card that is declined')
    }</div>
<h2>Invoices</h2>
${invoiceTable(ctx, invoices)}
<div class="choices">
${postButton(`${here}/refund`, 'Refund the newest payment')}
${postButton(`${here}/charge-back`, 'Dispute the newest payment')}
${linkButton(returnUrl, 'Back to the dashboard')}
</div>`,
  );
}

const states = { active: 'Active', past_due: 'Payment failed', canceled: 'Ended' } as const;

function planPart(ctx: LocalContext, subscription: LocalSubscription, here: string): string {
  const { cancel_at_period_end: isCancelled, period_start, period_end, status } = subscription;
  const name = escapeHtml(nameOf(ctx.state, priceOf(ctx.state, subscription.price)));
  const state = status === 'active' && isCancelled ? 'Ends with this period' : states[status];
  const line = `<p>${name} · ${state}<br><span class="faint">${dayOf(period_start)} to ${dayOf(period_end)}</span></p>`;
  if (status === 'canceled') return line;
  return `${line}
<div class="choices">
${isCancelled ? postButton(`${here}/resume`, 'Resume the plan') : postButton(`${here}/cancel`, 'Cancel at the end of the period')}
${postButton(`${here}/next-period`, 'End the current period now')}
</div>`;
}

function invoiceTable(ctx: LocalContext, invoices: readonly LocalInvoice[]): string {
  if (invoices.length === 0) return '<p>None yet.</p>';
  const rows = invoices.map(
    (invoice) =>
      `<tr><td><a href="/dev/payments/invoices/${invoice.id}">${invoice.number}</a></td><td>${dayOf(invoice.created)}</td><td>${stateOf(ctx, invoice)}</td><td class="sum">${money(invoice.total)}</td></tr>`,
  );
  return `<table>${rows.join('\n')}</table>`;
}

function stateOf(ctx: LocalContext, invoice: LocalInvoice): string {
  const charge = ctx.state.find('charges', invoice.charge);
  if (charge?.disputed === true) return 'taken back';
  return charge && charge.amount_refunded > 0 ? 'refunded' : invoice.status;
}

/** Serves an invoice for reading and printing. */
export function invoicePage(ctx: LocalContext, { id, action }: PageCall): PageResult {
  const invoice = ctx.state.find('invoices', id);
  if (!invoice || action !== '') return undefined;
  const customer = ctx.state.find('customers', invoice.customer);
  const lines = invoice.lines.map(
    ({ description, amount, start, end }) =>
      `<tr><td>${escapeHtml(description)}<br><span class="faint">${dayOf(start)} to ${dayOf(end)}</span></td><td class="sum">${money(amount)}</td></tr>`,
  );
  return {
    html: localPage(
      `Invoice ${invoice.number}`,
      `<p>${escapeHtml(customer?.email ?? '')}<br><span class="faint">${dayOf(invoice.created)} · ${stateOf(ctx, invoice)}</span></p>
<table>${lines.join('\n')}
<tr><th>Total</th><th class="sum">${money(invoice.total)}</th></tr>
<tr><td>Paid by card</td><td class="sum">${money(invoice.status === 'paid' ? invoice.amount_due : 0)}</td></tr></table>`,
    ),
  };
}
