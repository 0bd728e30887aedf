import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { escapeHtml } from '../../lib/escape-html.ts';
import { htmlResponse, jsonResponse, type Page, type PageResponse } from '../page.ts';
import { docsScript } from './in-page/docs-script.ts';
import { tryScript } from './in-page/try/try-script.ts';
import { createGuides, type DocsInput } from './printed/guide-parts.ts';
import { optionImagePage } from './printed/option-images.ts';
import { changelogFeed } from './site/changelog-feed.ts';
import { createDocsSite, type DocsPage, type DocsSite } from './site/docs-site.ts';
import { framePage, type PageFrame } from './site/page-frame.ts';
import type { SearchResult } from './site/docs-search.ts';
import { pathOf } from './site/guides.ts';

/** Pages can be stored, but are revalidated, so that an upgrade shows at once. */
const pageCache = 'no-cache';
const assetCache = 'public, max-age=86400';

/** Builds the documentation for developers: guides, errors, API reference and search. */
export function docsPages(input: DocsInput): Page[] {
  const site = createDocsSite(createGuides(input));
  const assets = docsAssets();
  const guides = site.guides.filter(({ section }) => section !== undefined);
  const { productName, legalPages } = input.runtimeConfig;
  const frame = (
    page: Omit<PageFrame, 'guides' | 'productName' | 'legalPages' | 'assetUrl'>,
    status = 200,
  ): PageResponse => ({
    ...htmlResponse(
      framePage({ ...page, guides, productName, legalPages, assetUrl: assets.urlOf }),
    ),
    status,
    cacheControl: pageCache,
  });
  const show = (page: DocsPage): PageResponse => frame({ ...page, content: page.html });
  const respond = (slug: string): PageResponse => {
    const isSource = slug.endsWith('.md');
    const page = site.find(isSource ? slug.slice(0, -'.md'.length) : slug);
    if (page === undefined) return frame(missingPage(slug), 404);
    return isSource ? plainText(page.markdown, 'text/markdown') : show(page);
  };
  return [
    { path: '/docs', respond: async () => respond('index') },
    { path: '/docs/:page', respond: async ({ params: { page = '' } }) => respond(page) },
    {
      path: '/docs/errors/:code',
      respond: async ({ params: { code = '' } }) => respond(`errors/${code}`),
    },
    {
      path: '/docs/search',
      respond: async ({ query: { q = '' } }) => frame(searchPage(q, await site.search(q))),
    },
    {
      path: '/docs/search.json',
      respond: async ({ query: { q = '' } }) => ({
        ...jsonResponse({ results: await site.search(q) }),
        cacheControl: pageCache,
      }),
    },
    optionImagePage(),
    ...assets.pages,
    ...textPages(site, input),
  ];
}

function plainText(body: string, type = 'text/plain'): PageResponse {
  return { contentType: `${type}; charset=utf-8`, body, cacheControl: pageCache };
}

function missingPage(slug: string) {
  return {
    title: 'Page not found',
    path: '',
    content: `<h1>Page not found</h1><p>There is no page <code>/docs/${escapeHtml(slug.slice(0, 100))}</code>.</p>
<p>Search above, or begin at the <a href="/docs">overview</a>.</p>`,
  };
}

function searchPage(query: string, results: readonly SearchResult[]) {
  const items = results.map(
    ({ url, page, title, excerpt }) =>
      `<li><a href="${url}"><strong>${escapeHtml(title)}</strong>${page === title ? '' : ` <small>${escapeHtml(page)}</small>`}</a><p>${escapeHtml(excerpt)}</p></li>`,
  );
  const none =
    query.trim() === ''
      ? '<p>Enter a word, an option or an error code.</p>'
      : `<p>Nothing matches “${escapeHtml(query.slice(0, 100))}”. Try fewer or other words.</p>`;
  return {
    title: 'Search',
    path: '/docs/search',
    query,
    content: `<h1>Search</h1>${items.length === 0 ? none : `<ol class="results">${items.join('')}</ol>`}`,
  };
}

/** Pages for programs that read documentation. Source: llmstxt.org. */
function textPages(site: DocsSite, { publicUrl, runtimeConfig }: DocsInput): Page[] {
  const guides = site.guides.filter(({ section }) => section !== undefined);
  const sections = [...Map.groupBy(guides, ({ section }) => section)].map(([section, pages]) => {
    const links = pages.map((guide) => {
      const path = guide.slug === 'index' ? '/docs/index' : pathOf(guide);
      return `- [${guide.title}](${publicUrl}${path}.md): ${guide.description}`;
    });
    return `## ${section}\n\n${links.join('\n')}`;
  });
  const overview = `# ${runtimeConfig.productName}\n\n> ${guides.find(({ slug }) => slug === 'index')?.description ?? ''}\n\nAll pages in one file: ${publicUrl}/llms-full.txt. OpenAPI: ${publicUrl}/api/v1/openapi.json.\n\n${sections.join('\n\n')}\n`;
  return [
    {
      path: '/docs/changelog.atom',
      respond: async () => {
        const markdown = site.find('changelog')?.markdown ?? '';
        const { productName } = runtimeConfig;
        return plainText(
          changelogFeed({ markdown, productName, publicUrl }),
          'application/atom+xml',
        );
      },
    },
    { path: '/llms.txt', respond: async () => plainText(overview) },
    {
      path: '/llms-full.txt',
      respond: async () =>
        plainText(guides.map(({ slug }) => site.find(slug)?.markdown ?? '').join('\n\n')),
    },
  ];
}

interface Asset {
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** Static files, which the content security policy requires to be separate from the pages. */
function docsAssets(): { readonly pages: Page[]; urlOf(name: string): string } {
  const fontPath = createRequire(import.meta.url).resolve(
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  );
  const assets: Readonly<Record<string, Asset>> = {
    'docs.css': {
      contentType: 'text/css; charset=utf-8',
      body: readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8'),
    },
    'docs.js': {
      contentType: 'application/javascript; charset=utf-8',
      body: docsScript(),
    },
    'try.js': {
      contentType: 'application/javascript; charset=utf-8',
      body: tryScript(),
    },
    'inter.woff2': { contentType: 'font/woff2', body: readFileSync(fontPath) },
  };
  const urls = new Map(
    Object.entries(assets).map(([name, { body }]) => {
      const hash = createHash('sha256').update(body).digest('hex').slice(0, 8);
      return [name, name === 'inter.woff2' ? `/docs/${name}` : `/docs/${name}?v=${hash}`];
    }),
  );
  return {
    urlOf: (name) => urls.get(name) ?? `/docs/${name}`,
    pages: Object.entries(assets).map(([name, asset]) => ({
      path: `/docs/${name}`,
      respond: async () => ({ ...asset, cacheControl: assetCache }),
    })),
  };
}
