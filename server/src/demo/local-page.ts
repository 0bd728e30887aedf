import { escapeHtml } from '../lib/escape-html.ts';

/** The colours, type and spacing of the dashboard; its font is that of the documentation. */
const style = `
  @font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url('/docs/inter.woff2') format('woff2'); }
  * { box-sizing: border-box; }
  html { color-scheme: light only; -webkit-text-size-adjust: 100%; }
  body { margin: 0; min-height: 100vh; background: #fbfaf8; color: #16181d; overflow-wrap: break-word;
    font: 14px/20px 'Inter Variable', Inter, ui-sans-serif, system-ui, sans-serif; font-feature-settings: 'cv11', 'ss03'; }
  main { max-width: 54rem; margin: 0 auto; padding: 32px 16px; }
  .card main { width: 100%; max-width: none; margin: 0; padding: 24px; border: 1px solid #e5e2dc; border-radius: 10px; background: #fff;
    box-shadow: 0 1px 2px rgb(22 24 29 / 6%); }
  .card { display: grid; grid-template-columns: minmax(0, 30rem); place-content: center; padding: 32px 16px; }
  .narrow { grid-template-columns: minmax(0, 24rem); }
  h1 { margin: 0 0 4px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
  h2 { margin: 32px 0 8px; font-size: 16px; line-height: 24px; font-weight: 600; }
  p { margin: 0 0 12px; } .faint { color: #5b616e; font-size: 13px; line-height: 18px; }
  a { color: #2347d9; text-underline-offset: 4px; } a:hover { color: #1b38b0; }
  .label { display: inline-block; margin-bottom: 16px; padding: 2px 8px; border-radius: 9999px; background: #fdf3dc; color: #8a5a00;
    font-size: 12px; line-height: 16px; font-weight: 500; }
  time { white-space: nowrap; }
  ul.rows { margin: 16px 0; padding: 0; list-style: none; }
  .rows { border: 1px solid #e5e2dc; border-radius: 10px; background: #fff; box-shadow: 0 1px 2px rgb(22 24 29 / 6%); }
  .rows > * { padding: 12px 16px; } .rows > * + * { border-top: 1px solid #e5e2dc; }
  summary { cursor: pointer; } summary .faint { margin-left: 8px; }
  code, pre { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, monospace; font-size: 13px; }
  pre { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .copy { display: block; margin: 0 0 12px; padding: 10px 12px; border: 1px solid #d3cfc7; border-radius: 6px; background: #f5f3ef;
    overflow-wrap: anywhere; user-select: all; }
  pre.paper, iframe { padding: 16px; border: 1px solid #e5e2dc; border-radius: 10px; background: #fff; }
  iframe { width: 100%; height: 560px; padding: 0; }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; } th { text-align: left; font-weight: 600; }
  td, th { padding: 10px 8px 10px 0; border-bottom: 1px solid #e5e2dc; } .sum { padding-right: 0; text-align: right; }
  label { display: block; margin: 16px 0 6px; font-size: 13px; line-height: 18px; font-weight: 500; }
  input { width: 100%; height: 40px; padding: 0 12px; border: 1px solid #8a867d; border-radius: 6px; background: #fff; color: inherit; font: inherit; }
  form { margin: 0; } .choices { display: grid; gap: 8px; margin-top: 16px; }
  button, .button { display: block; width: 100%; padding: 9px 16px; border: 1px solid #d3cfc7; border-radius: 6px; background: #fff; color: #16181d;
    font: inherit; font-weight: 500; text-align: center; text-decoration: none; cursor: pointer; }
  button:hover, .button:hover { background: #f5f3ef; color: #16181d; }
  .main button { border-color: #16181d; background: #16181d; color: #fff; } .main button:hover { background: #2c2f38; }
  input ~ button { margin-top: 24px; }
  :focus-visible { outline: 2px solid #2347d9; outline-offset: 2px; }
  .error { margin: 8px 0 0; color: #b3261e; font-size: 13px; }
  @media print { body { background: #fff; } .label, .screen { display: none; } }`;

/** Directives of the content policy that every local page needs: its style and its font. */
export const localPagePolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'";

/**
 * Renders a page of a local replacement of an external service. `body` and `head` must be safe
 * markup. `shape`: a list of the full width, or a card in the middle.
 */
export function renderLocalPage(page: {
  readonly title: string;
  readonly body: string;
  readonly head?: string;
  readonly shape: 'list' | 'card' | 'narrow card';
}): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${page.head ?? ''}<title>${escapeHtml(page.title)}</title>
<style>${style}</style></head>
<body class="${page.shape}"><main>${page.body}
</main></body>
</html>
`;
}

const moments = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Renders an ISO 8601 instant for people: `Nov 25, 2026, 09:14:54 UTC`. */
export function timeElement(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${moments.format(new Date(iso))} UTC</time>`;
}
