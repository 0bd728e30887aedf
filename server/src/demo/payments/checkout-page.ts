import { escapeHtml } from '../../lib/escape-html.ts';
import { expireCheckout, nameOf, payCheckout, priceOf, type LocalContext } from './billing.ts';
import {
  linkButton,
  localPage,
  money,
  postButton,
  type PageCall,
  type PageResult,
} from './page.ts';
import type { LocalSession } from './state.ts';

/** Serves the checkout page, with one button for each possible outcome. */
export function checkoutPage(ctx: LocalContext, { id, action }: PageCall): PageResult {
  const session = ctx.state.find('sessions', id);
  if (!session) return undefined;
  if (session.status === 'open' && session.expires_at <= ctx.now()) expireCheckout(ctx, session);
  if (session.status === 'complete') return { location: successUrl(session) };
  if (session.status === 'expired') return { status: 410, html: expiredPage(session) };
  if (action === 'pay') {
    payCheckout(ctx, session);
    return { location: successUrl(session) };
  }
  if (action === 'expire') {
    expireCheckout(ctx, session);
    return { html: expiredPage(session) };
  }
  const declined = action === 'decline';
  return { status: declined ? 402 : 200, html: checkoutHtml(ctx, session, declined) };
}

function successUrl(session: LocalSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function checkoutHtml(ctx: LocalContext, session: LocalSession, isDeclined: boolean): string {
  const price = priceOf(ctx.state, session.price);
  const off = Math.round((price.unit_amount * session.percent_off) / 100);
  const per = price.interval;
  const here = `/dev/payments/checkout/${session.id}`;
  const discount =
    off === 0
      ? ''
      : `<tr><td>${session.percent_off} % off the first payment</td><td class="sum">${money(-off)}</td></tr>`;
  return localPage(
    'Pay for your plan',
    `<p class="faint">This page stands in for the payment provider while you try the product on your own machine.</p>
<table>
<tr><td>${escapeHtml(nameOf(ctx.state, price))}</td><td class="sum">${money(price.unit_amount)} / ${per}</td></tr>
${discount}
<tr><th>To pay today</th><th class="sum">${money(price.unit_amount - off)}</th></tr>
</table>
${isDeclined ? '<p class="error" role="alert">Your card was declined. Try another one.</p>' : ''}
<div class="choices">
${postButton(`${here}/pay`, `Pay ${money(price.unit_amount - off)}`, { isMain: true })}
${postButton(`${here}/decline`, 'Pay with a card that is declined')}
${postButton(`${here}/expire`, 'Let this page expire')}
${linkButton(session.cancel_url, 'Back without paying')}
</div>`,
  );
}

function expiredPage(session: LocalSession): string {
  return localPage(
    'This page has expired',
    `<p>Nothing was paid.</p><div class="choices">${linkButton(session.cancel_url, 'Back')}</div>`,
  );
}
