import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalContext } from './billing.ts';
import { checkoutPage } from './checkout-page.ts';
import { localPagePolicy } from '../local-page.ts';
import { localPage, type PageCall, type PageResult } from './page.ts';
import { invoicePage, portalPage } from './portal-page.ts';

const pages: Readonly<Record<string, (ctx: LocalContext, call: PageCall) => PageResult>> = {
  checkout: checkoutPage,
  portal: portalPage,
  invoices: invoicePage,
};

/**
 * Serves the pages below `/dev/payments`: GET shows them, POST clicks a button. The URL of a page
 * is enough to use it.
 */
export function createLocalPages(ctx: LocalContext) {
  return (req: IncomingMessage, res: ServerResponse): void => {
    req.resume();
    try {
      const result = answer(ctx, req);
      ctx.state.save();
      send(res, result ?? notHere);
    } catch {
      send(res, failed);
    }
  };
}

function answer(ctx: LocalContext, { method, url = '/' }: IncomingMessage): PageResult {
  const [, , , kind = '', id = '', action = '', more] = (url.split('?', 1)[0] ?? '').split('/');
  const isPost = method === 'POST';
  const isRead = method === 'GET' || method === 'HEAD';
  const page = Object.hasOwn(pages, kind) ? pages[kind] : undefined;
  const isPlain = more === undefined && (isPost ? action !== '' : isRead && action === '');
  return isPlain ? page?.(ctx, { id, action }) : undefined;
}

const failed = {
  status: 500,
  html: localPage(
    'Something went wrong',
    '<p>The test provider could not complete this action. Try again.</p>',
  ),
};
const notHere = {
  status: 404,
  html: localPage('Page not found', '<p>Start at Billing &amp; Plans in the dashboard.</p>'),
};

function send(res: ServerResponse, result: NonNullable<PageResult>): void {
  if ('location' in result) {
    res.writeHead(303, { location: result.location, 'cache-control': 'no-store' }).end();
    return;
  }
  res.writeHead(result.status ?? 200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `${localPagePolicy}; base-uri 'none'; frame-ancestors 'none'`,
  });
  res.end(result.html);
}
