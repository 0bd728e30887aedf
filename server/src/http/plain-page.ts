import { createHash } from 'node:crypto';
import { escapeHtml } from '../lib/escape-html.ts';

/** A page without scripts, with the headers that it needs. */
export interface PlainPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const style = `body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;background:#fbfaf8;color:#16181d;font:15px/1.6 Inter,ui-sans-serif,system-ui,sans-serif}
main{box-sizing:border-box;width:100%;max-width:42rem;padding:2rem}
h1{font-size:1.5rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin:2rem 0 .75rem;font-size:1.125rem;line-height:1.4}h3,h4{margin:1.5rem 0 .5rem;font-size:1rem}
table{border-collapse:collapse}th,td{padding:.375rem 1rem .375rem 0;border-bottom:1px solid #e5e2dc;text-align:left}
pre{overflow-x:auto;padding:.75rem 1rem;border:1px solid #e5e2dc;border-radius:.625rem;background:#fff;font-size:.875rem}
small{color:#5b616e}.parts{list-style:none;margin:0;padding:0;border-top:1px solid #e5e2dc}
.parts li{display:flex;justify-content:space-between;gap:1rem;padding:.625rem 0;border-bottom:1px solid #e5e2dc}
a{color:#2347d9;text-underline-offset:.25em}h2 a,h3 a,h4 a{color:inherit;text-decoration:none}
section{margin:0 0 .75rem;padding:.75rem 1rem;border:1px solid #e5e2dc;border-radius:.625rem;background:#fff}
section h2,section h3{margin:0;font-size:1rem;overflow-wrap:anywhere}section+ul{margin-top:1.5rem}
section p{margin:.25rem 0 0;overflow-wrap:anywhere}section.outage{border-color:#c0271e}section.degraded,section.maintenance{border-color:#b45f06}`;

/** Policy of the page, which has one style and no script. */
const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/**
 * Returns a page that needs no other file, so that it works when the rest does not. `content` is HTML;
 * `refreshSeconds`: the browser loads it again.
 */
export function plainPage(input: {
  readonly title: string;
  readonly productName: string;
  readonly content: string;
  readonly refreshSeconds?: number;
}): PlainPage {
  const { content, refreshSeconds } = input;
  const product = escapeHtml(input.productName);
  const refresh =
    refreshSeconds === undefined ? '' : `\n<meta http-equiv="refresh" content="${refreshSeconds}">`;
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${refresh}
<title>${escapeHtml(input.title)} · ${product}</title>
<style>${style}</style>
</head>
<body>
<main>
<p><a href="/">${product}</a></p>
${content}
</main>
</body>
</html>
`;
  return { headers: { 'content-security-policy': contentPolicy }, body };
}
