import { setImmediate } from 'node:timers/promises';
import { pathOf, type Guide } from './guides.ts';
import { headingsOf, renderMarkdown, sectionsOf, type Heading } from './markdown.ts';
import { createDocsSearch, type SearchEntry, type SearchResult } from './docs-search.ts';

/** A rendered page. */
export interface DocsPage extends Omit<Guide, 'markdown'> {
  readonly path: string;
  /** Source of the page, with the printed parts. */
  readonly markdown: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** The documentation: its pages by name, and the search over them. */
export interface DocsSite {
  readonly guides: readonly Guide[];
  /** Returns undefined if there is no such page. */
  find(slug: string): DocsPage | undefined;
  /** Returns the best results first. The first call waits for the index. */
  search(query: string): Promise<SearchResult[]>;
}

/** Creates the documentation. Each page is rendered once, when it is first asked for. */
export function createDocsSite(guides: readonly Guide[]): DocsSite {
  const bySlug = new Map(guides.map((guide) => [guide.slug, guide]));
  const rendered = new Map<string, DocsPage>();
  const find = (slug: string): DocsPage | undefined => {
    const guide = bySlug.get(slug);
    if (guide === undefined) return undefined;
    const page = rendered.get(slug) ?? renderPage(guide);
    rendered.set(slug, page);
    return page;
  };
  const buildIndex = async () => {
    const entries: SearchEntry[] = [];
    for (const { slug } of guides) {
      entries.push(...entriesOf(find(slug)));
      // Other requests are served between two pages.
      await setImmediate();
    }
    return createDocsSearch(entries);
  };
  let index: ReturnType<typeof buildIndex> | undefined;
  const prepareSearch = () => (index ??= buildIndex());
  return {
    guides,
    find: (slug) => {
      const page = find(slug);
      prepareSearch().catch(() => (index = undefined));
      return page;
    },
    search: async (query) => (await prepareSearch())(query),
  };
}

function renderPage(guide: Guide): DocsPage {
  const source = guide.markdown();
  const html = renderMarkdown(source);
  return {
    ...guide,
    path: pathOf(guide),
    markdown: withoutMarkup(source),
    html,
    headings: headingsOf(html),
  };
}

/** Removes from Markdown what only the page itself needs: anchors and wrapping elements. */
function withoutMarkup(markdown: string): string {
  return markdown
    .replaceAll(/^(#+ .*?) *\{#[\w.-]+\}$/gm, '$1')
    .replaceAll(/^<\/?(?:div|section)\b[^>]*>\n+/gm, '')
    .replaceAll(/^```(\w+) [^\n]*$/gm, '```$1');
}

/** The page of an error is found as a whole, every other page by its headings. */
function entriesOf(page: DocsPage | undefined): SearchEntry[] {
  if (page === undefined) return [];
  const { path, title, description, section } = page;
  const parts = sectionsOf(page.html);
  if (section === undefined) {
    const text = parts.map((part) => part.text).join(' ');
    return [{ url: path, page: 'Errors', title, summary: description, text }];
  }
  return parts.map(({ heading: { id, text: heading }, summary, text }) =>
    id === ''
      ? { url: path, page: title, title, summary: description, text: `${description} ${text}` }
      : { url: `${path}#${id}`, page: title, title: heading, summary, text },
  );
}
