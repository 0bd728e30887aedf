import { escapeHtml } from '../../lib/escape-html.ts';

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

const style = `
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f4ef; color: #1b1a17;
    font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
  main { box-sizing: border-box; width: min(560px, 100vw - 32px); margin: 32px 0; padding: 32px; background: #fff; border-radius: 8px; }
  h1 { margin: 0 0 8px; font-size: 20px; } h2 { margin: 32px 0 8px; font-size: 16px; }
  a { color: #1f4e9c; } .faint { color: #5f5b53; font-size: 14px; }
  .label { display: inline-block; margin-bottom: 16px; padding: 2px 8px; border-radius: 4px; background: #fff2c2;
    font-size: 13px; font-weight: 600; }
  table { width: 100%; border-collapse: collapse; } th { text-align: left; font-weight: 600; }
  td, th { padding: 8px 0; border-bottom: 1px solid #e4e0d7; } .sum { text-align: right; }
  form { margin: 0; } .choices { display: grid; gap: 8px; margin-top: 16px; }
  button, .button { display: block; box-sizing: border-box; width: 100%; padding: 12px; border: 1px solid #8a857b; border-radius: 6px;
    background: #fff; color: #1b1a17; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
  .main button { border-color: #1b1a17; background: #1b1a17; color: #fff; }
  :focus-visible { outline: 2px solid #1f5fbf; outline-offset: 2px; }
  .error { margin: 16px 0 0; color: #a8201a; }
  @media print { body { background: #fff; } .label, .screen { display: none; } }`;

/** Renders a page of the test provider around `body`, which must be safe markup. */
export function localPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body><main><span class="label">Local test payments: no money moves</span>
<h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`;
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
