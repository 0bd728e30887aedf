import type { LegalPage } from '@shotwright/contract';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { pathOf, type Guide } from './guides.ts';
import type { Heading } from './markdown.ts';

/** Everything around the content of a page. */
export interface PageFrame {
  readonly title: string;
  readonly description?: string;
  /** Path of the page, which the navigation marks. */
  readonly path: string;
  readonly content: string;
  readonly headings?: readonly Heading[];
  /** Guides in the order of the navigation. */
  readonly guides: readonly Guide[];
  readonly productName: string;
  readonly legalPages: readonly LegalPage[];
  /** Text of the search field. */
  readonly query?: string;
  /** Returns the URL of a static file, which changes with its content. */
  assetUrl(name: string): string;
}

/** Returns a whole page. It works without its script, which adds copying and live results. */
export function framePage(page: PageFrame): string {
  const { title, description = '', productName, assetUrl } = page;
  const product = escapeHtml(productName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${product}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="alternate" type="application/atom+xml" title="Changelog" href="/docs/changelog.atom">
<link rel="preload" href="${assetUrl('inter.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assetUrl('docs.css')}">
<script src="${assetUrl('docs.js')}" type="module"></script>${page.content.includes(' data-operation=') ? tryScript(page) : ''}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/docs">${mark}<span>${product}</span> <span class="sub">Docs</span></a>
<button type="button" class="menu-button" popovertarget="menu">Menu</button>
${searchForm(page.query ?? '')}
<a class="home" href="/">Dashboard</a>
</header>
<div class="columns">
${navigation(page)}
<main id="content">
${page.content}
${neighbours(page)}
</main>
${tableOfContents(page.headings ?? [])}
</div>${legalFooter(page.legalPages)}
</body>
</html>
`;
}

function legalFooter(pages: readonly LegalPage[]): string {
  if (pages.length === 0) return '';
  const links = pages.map(({ title, path }) => `<a href="${path}">${escapeHtml(title)}</a>`);
  return `\n<footer>${links.join(' ')}</footer>`;
}

/** The script of the forms is needed on few pages. */
function tryScript({ assetUrl }: PageFrame): string {
  return `\n<script src="${assetUrl('try.js')}" type="module"></script>`;
}

const mark = `<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><path d="M7 12V7h5M20 7h5v5M25 20v5h-5M12 25H7v-5" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="square"/><circle cx="16" cy="16" r="3" fill="currentColor"/></svg>`;

function searchForm(query: string): string {
  return `<form class="search" role="search" action="/docs/search">
<label class="hidden" for="search">Search the documentation</label>
<input id="search" type="search" name="q" value="${escapeHtml(query)}" placeholder="Search" autocomplete="off" spellcheck="false" maxlength="100"><kbd aria-hidden="true">/</kbd>
</form>`;
}

function navigation({ guides, path }: PageFrame): string {
  const sections = [...Map.groupBy(guides, ({ section }) => section)].map(([section, pages]) => {
    const links = pages.map((guide) => {
      const isCurrent = isInPath(path, pathOf(guide));
      return `<li><a href="${pathOf(guide)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(guide.title)}</a></li>`;
    });
    return `<h2>${escapeHtml(section ?? '')}</h2><ul>${links.join('')}</ul>`;
  });
  return `<nav class="menu" id="menu" popover aria-label="Documentation">${sections.join('')}</nav>`;
}

/** True also for a page below the entry of the navigation, such as that of an error. */
function isInPath(path: string, entry: string): boolean {
  return path === entry || (entry !== '/docs' && path.startsWith(`${entry}/`));
}

function neighbours({ guides, path }: PageFrame): string {
  const index = guides.findIndex((guide) => pathOf(guide) === path);
  if (index < 0) return '';
  const previous = neighbour(guides[index - 1], { rel: 'prev', label: 'Previous' });
  const next = neighbour(guides[index + 1], { rel: 'next', label: 'Next' });
  return `<p class="twin"><a href="${path === '/docs' ? '/docs/index' : path}.md">This page as Markdown</a></p>
<nav class="neighbours" aria-label="Previous and next page">${previous}${next}</nav>`;
}

function neighbour(guide: Guide | undefined, link: { rel: string; label: string }): string {
  if (guide === undefined) return '';
  return `<a rel="${link.rel}" href="${pathOf(guide)}"><small>${link.label}</small> ${escapeHtml(guide.title)}</a>`;
}

/** Long pages list their main headings only. */
const maxHeadings = 24;

function tableOfContents(headings: readonly Heading[]): string {
  const main = headings.filter(({ level }) => level === 2);
  const both = headings.filter(({ level }) => level <= 3);
  const listed = both.length > maxHeadings && main.length > 1 ? main : both;
  if (listed.length < 2) return '';
  const links = listed.map(
    ({ id, level, text }) =>
      `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`;
}
