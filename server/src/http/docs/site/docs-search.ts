import MiniSearch from 'minisearch';

/** A part of a page that can be found. */
export interface SearchEntry {
  /** Path with anchor. */
  readonly url: string;
  /** Title of the page. */
  readonly page: string;
  /** Heading, or the title of the page for its start. */
  readonly title: string;
  /** Shown if the title was found. */
  readonly summary: string;
  readonly text: string;
}

/** A found part of a page. */
export interface SearchResult {
  readonly url: string;
  readonly page: string;
  readonly title: string;
  /** Text around the first word that was found. */
  readonly excerpt: string;
}

const maxQueryLength = 100;
const maxResults = 20;
const excerptLength = 160;

/** Indexes the entries without blocking the process for long, and returns the search over them. */
export async function createDocsSearch(
  entries: readonly SearchEntry[],
): Promise<(query: string) => SearchResult[]> {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['title', 'page', 'text'],
    // A name such as full_page is found by the whole and by its parts.
    tokenize: (text) =>
      wordsOf(text).flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word])),
    searchOptions: {
      tokenize: wordsOf,
      boost: { title: 6, page: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  await index.addAllAsync(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    const text = query.slice(0, maxQueryLength);
    const all = index.search(text, { combineWith: 'AND' });
    return (all.length > 0 ? all : index.search(text))
      .slice(0, maxResults)
      .flatMap(({ id, terms }) => {
        const entry = entries[Number(id)];
        if (entry === undefined) return [];
        const { url, page, title } = entry;
        return [{ url, page, title, excerpt: excerptOf(entry, terms) }];
      });
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '');
}

/** Returns the summary if a word is in it or in the title, otherwise the text around a word. */
function excerptOf({ title, summary, text }: SearchEntry, terms: readonly string[]): string {
  const start = `${title} ${summary}`.toLowerCase();
  if (summary !== '' && terms.some((term) => start.includes(term))) return partOf(summary, 0);
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 60);
  return partOf(text, places.length === 0 ? 0 : text.indexOf(' ', Math.min(...places) - 50) + 1);
}

function partOf(text: string, start: number): string {
  const before = start > 0 ? '… ' : '';
  if (start + excerptLength >= text.length) return `${before}${text.slice(start)}`;
  return `${before}${text.slice(start, text.lastIndexOf(' ', start + excerptLength))} …`;
}
