import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { altOf, captionOf, headOf, textColourOn } from './report-parts.ts';
import type { ReportView, Shot } from './report-view.ts';

/** A page without script, with its content security policy. */
export interface ScreenPage {
  readonly html: string;
  readonly policy: string;
}

/** URLs on the page of a report. */
export interface ScreenUrls {
  /** URL of the whole image. */
  imageOf(shot: Shot): string;
  thumbnailOf(shot: Shot): string;
  /** URL of the PDF; absent in a preview. */
  readonly pdf?: string;
  /** Other origins of images. */
  readonly imageOrigins: readonly string[];
  /** `'self'` if the dashboard shows the page in a frame. */
  readonly frameAncestors: "'self'" | "'none'";
}

/** Returns the page that shows a report on screens. */
export function reportPageOf(view: ReportView, urls: ScreenUrls): ScreenPage {
  const { footer, layout, shots, title } = view;
  const button =
    urls.pdf === undefined ? '' : `<a class="button" href="${urls.pdf}">Download PDF</a>`;
  const figures = shots.map((shot) => figureOf(shot, { view, urls }));
  return screenPageOf({
    title,
    style: reportStyleOf(view),
    urls,
    body: `<header><div>${headOf(view)}</div>${button}</header>
<main class="${layout}">
${figures.length === 0 ? '<p class="facts">This report has no captures yet.</p>' : figures.join('\n')}
</main>
${footer === '' ? '' : `<footer dir="auto">${escapeHtml(footer)}</footer>\n`}`,
  });
}

/** Returns a small page with a message; `body` is HTML. */
export function messagePageOf(input: {
  readonly title: string;
  readonly body: string;
  readonly refreshSeconds?: number;
}): ScreenPage {
  return screenPageOf({
    ...input,
    style: messageStyle,
    body: `<main><h1>${escapeHtml(input.title)}</h1>\n${input.body}</main>`,
  });
}

function screenPageOf(input: {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  readonly urls?: ScreenUrls;
  readonly refreshSeconds?: number;
}): ScreenPage {
  const { title, urls, refreshSeconds } = input;
  const style = `${baseStyle}${input.style}`;
  const refresh =
    refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">\n`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:,">
${refresh}<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${input.body}</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src ${["'self'", 'data:', ...(urls?.imageOrigins ?? [])].join(' ')}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${urls?.frameAncestors ?? "'none'"}`,
  ].join(';');
  return { html, policy };
}

function figureOf(
  shot: Shot,
  { view, urls }: { readonly view: ReportView; readonly urls: ScreenUrls },
): string {
  const { widthPx, heightPx } = shot.file;
  const isWhole = view.layout !== 'grid';
  const source = escapeHtml(isWhole ? urls.imageOf(shot) : urls.thumbnailOf(shot));
  const size = isWhole ? ` width="${widthPx}" height="${heightPx}"` : '';
  return `<figure>
<a class="image" href="${escapeHtml(urls.imageOf(shot))}" target="_blank" rel="noopener"><img src="${source}" alt="${altOf(shot)}"${size} loading="lazy"></a>
${captionOf(shot, view)}
</figure>`;
}

const baseStyle = `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url('/docs/inter.woff2') format('woff2')}
*{box-sizing:border-box}
body{margin:0;background:#fbfaf8;color:#16181d;font:16px/1.5 'Inter Variable',Inter,ui-sans-serif,system-ui,sans-serif}
h1,p{margin:0}
h1{font-size:1.75rem;line-height:1.2;font-weight:600;overflow-wrap:anywhere}
a{color:#2347d9;text-underline-offset:.2em}
:focus-visible{outline:2px solid #2347d9;outline-offset:2px}
.button{display:inline-block;flex:none;padding:.625rem 1rem;border:0;border-radius:.375rem;background:#16181d;color:#fff;font:inherit;font-size:.875rem;line-height:1.25rem;font-weight:600;text-decoration:none;cursor:pointer}
.facts{color:#5b616e;font-size:.875rem}
`;

const messageStyle = `body{min-height:100vh;display:grid;place-items:center}
main{width:100%;max-width:26rem;padding:1.5rem}
h1{font-size:1.25rem}
p,form{margin-top:.75rem}
label{display:block;font-size:.875rem;font-weight:500}
input{width:100%;margin:.375rem 0 1rem;padding:.5rem .75rem;border:1px solid #8a909c;border-radius:.375rem;background:#fff;color:inherit;font:inherit}
.error{color:#b3261e;font-size:.875rem}
`;

function reportStyleOf({ colour }: ReportView): string {
  return `body{border-top:.375rem solid ${colour}}
header,main,footer{max-width:70rem;margin:0 auto;padding:0 1.5rem}
header{display:flex;flex-wrap:wrap;align-items:end;justify-content:space-between;gap:1.5rem;padding-top:2.5rem;padding-bottom:2rem}
header>div{min-width:0}
header .button{background:${colour};color:${textColourOn(colour)}}
header .facts{margin-top:.375rem}
.logo{display:block;max-width:15rem;max-height:5rem;margin-bottom:1.25rem}
main{display:grid;gap:2rem;padding-bottom:3rem}
figure{display:flex;flex-direction:column;min-width:0;margin:0;border:1px solid #e5e2dc;border-radius:.625rem;background:#fff;overflow:hidden}
.image{display:block;max-height:56rem;overflow:hidden;border-bottom:1px solid #e5e2dc;background:#f5f3ef;text-align:center}
.image:focus-visible{outline-offset:-2px}
.image img{display:inline-block;max-width:100%;height:auto;vertical-align:top}
.grid .image{aspect-ratio:4/3}
.grid .image img{width:100%;height:100%;object-fit:cover;object-position:top}
figcaption{display:flex;gap:.75rem;padding:1rem}
figcaption>div{flex:1;min-width:0}
.number{flex:none;min-width:1.75rem;height:1.75rem;padding:0 .375rem;border-radius:.25rem;background:${colour};color:${textColourOn(colour)};font-size:.8125rem;line-height:1.75rem;text-align:center;font-variant-numeric:tabular-nums}
.caption{overflow-wrap:anywhere;white-space:pre-line}
figcaption .facts{overflow-wrap:anywhere;font-size:.8125rem}
.facts>*{margin-right:.75rem}
.url{font-family:ui-monospace,Menlo,Consolas,monospace}
footer{padding-top:1.5rem;padding-bottom:2.5rem;color:#5b616e;font-size:.875rem;overflow-wrap:anywhere}
@media (min-width:56rem){.two_per_page{grid-template-columns:repeat(2,minmax(0,1fr))}.grid{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media (min-width:36rem) and (max-width:55.99rem){.grid{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media print{body{background:#fff}.button{display:none}figure{break-inside:avoid}.image{max-height:20cm}.one_per_page figure:not(:first-child){break-before:page}}
`;
}
