import { escapeHtml } from '../../lib/escape-html.ts';
import { renderLocalPage } from '../local-page.ts';

/** Object ID and clicked action of a page; the action is empty if the page was only opened. */
export interface PageCall {
  readonly id: string;
  readonly action: string;
}

/** A page or a redirect; undefined if the page does not exist. */
export type PageResult =
  | { readonly status?: number; readonly html: string }
  | { readonly location: string }
  | undefined;

/** Renders a page of the test provider around `body`, which must be safe markup. */
export function localPage(title: string, body: string): string {
  return renderLocalPage({
    title,
    shape: 'card',
    body: `<span class="label">Local test payments: no money moves</span>
<h1>${escapeHtml(title)}</h1>
${body}`,
  });
}

/** Renders a button that posts to `action`. */
export function postButton(
  action: string,
  label: string,
  options: { readonly isMain?: boolean } = {},
): string {
  const kind = options.isMain === true ? ' class="main"' : '';
  return `<form method="post" action="${escapeHtml(action)}"${kind}><button type="submit">${escapeHtml(label)}</button></form>`;
}

/** Renders a link that looks like a button. */
export function linkButton(href: string, label: string): string {
  return `<a class="button" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
}

/** Formats cents, such as `$9.00`. */
export function money(cents: number): string {
  return `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
}

/** Formats a date, such as `21 November 2026`. */
export function dayOf(seconds: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(seconds * 1_000);
}
