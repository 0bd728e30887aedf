import MiniSearch from 'minisearch';

/** A part of a page that can be found. */
export interface SearchEntry {
  /** Path with anchor. */
  readonly url: string;
  /** Title of the page. */
  readonly page: string;
  /** Heading, or the title of the page for its start. */
  readonly title: string;
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

/** Returns the start of the text if the title was found, otherwise the text around the first word. */
function excerptOf({ title, text }: SearchEntry, terms: readonly string[]): string {
  if (text.length <= excerptLength) return text;
  const lower = text.toLowerCase();
  const isInTitle = terms.some((term) => title.toLowerCase().includes(term));
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = isInTitle || places.length === 0 ? 0 : Math.min(...places);
  const start = first < 60 ? 0 : text.indexOf(' ', first - 50) + 1;
  if (start + excerptLength >= text.length) return `… ${text.slice(start)}`;
  const end = text.lastIndexOf(' ', start + excerptLength);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)} …`;
}
