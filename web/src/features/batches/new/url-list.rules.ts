import { optionNamesOf } from '@shotwright/contract/capture-options';
import Papa from 'papaparse';
import { completeUrl } from '../../../lib/complete-url.ts';

/** A page of a list. */
export interface ListedPage {
  /** Line of the text, or entry of the sitemap, from 1. */
  readonly line: number;
  readonly url: string;
  /** Options of its own, from the columns of a table. */
  readonly options: Readonly<Record<string, string>>;
}

/** The pages that a text lists. */
export interface UrlList {
  readonly pages: readonly ListedPage[];
  /** Lines without a URL. */
  readonly invalid: readonly { readonly line: number; readonly text: string }[];
  /** Columns whose values are options, and columns that are not used. */
  readonly optionColumns: readonly string[];
  readonly unusedColumns: readonly string[];
  /** Reason why a sitemap lists no pages. */
  readonly problem?: 'broken_sitemap' | 'sitemap_index';
}

const nothing: UrlList = { pages: [], invalid: [], optionColumns: [], unusedColumns: [] };

/**
 * Reads URLs from pasted text: one a line, a sitemap, or a table as CSV or copied from a spreadsheet,
 * whose columns named like capture options become options.
 */
export function readUrlList(text: string): UrlList {
  if (/^\s*<(\?xml|urlset|sitemapindex|!--)/i.test(text)) return readSitemap(text);
  const rows = rowsOf(text);
  const [first] = rows;
  if (first === undefined) return nothing;
  const urlColumn = first.cells.findIndex((cell) => urlHeadings.has(cell.toLowerCase()));
  if (urlColumn !== -1) return readTable(rows, urlColumn);
  const isTable =
    first.cells.length > 1 && rows.every(({ cells }) => cells.length === first.cells.length);
  if (!isTable) return readLines(linesOf(text));
  return readLines(first.cells.some(isUrl) ? rows : rows.slice(1));
}

/** Headings of a column with URLs. */
const urlHeadings = new Set(['url', 'urls', 'link', 'website', 'loc']);

interface TextRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Returns the rows of a table that are not empty. */
function rowsOf(text: string): TextRow[] {
  return Papa.parse<string[]>(text)
    .data.map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(isFilled);
}

/** Returns the lines that are not empty, each as one cell: URLs may contain commas. */
function linesOf(text: string): TextRow[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, cells: [line.trim()] }))
    .filter(isFilled);
}

function isFilled({ cells }: TextRow): boolean {
  return cells.some((cell) => cell !== '');
}

/** Reads the column with the most URLs. */
function readLines(rows: readonly TextRow[]): UrlList {
  const counts = (rows[0]?.cells ?? []).map(
    (_, column) => rows.filter(({ cells }) => isUrl(cells[column] ?? '')).length,
  );
  const column = counts.indexOf(Math.max(...counts));
  return { ...nothing, ...readColumn(rows, column) };
}

function readTable([heading, ...rows]: readonly TextRow[], urlColumn: number): UrlList {
  const names = heading?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const isOption = (name: string, column: number) => column !== urlColumn && optionNames.has(name);
  const optionsOf = ({ cells }: TextRow) =>
    Object.fromEntries(
      names.flatMap((name, column) => {
        const value = cells[column] ?? '';
        return isOption(name, column) && value !== '' ? [[name, value]] : [];
      }),
    );
  return {
    ...readColumn(rows, urlColumn, optionsOf),
    optionColumns: names.filter(isOption),
    unusedColumns: names.filter(
      (name, column) => name !== '' && column !== urlColumn && !isOption(name, column),
    ),
  };
}

/** Options that a table may set for each page; the project is the one of the batch. */
const optionNames: ReadonlySet<string> = new Set(
  optionNamesOf('url').filter((name) => name !== 'url' && name !== 'project_id'),
);

/** Reads the URLs of a column, and the lines that have none there. */
function readColumn(
  rows: readonly TextRow[],
  column: number,
  optionsOf: (row: TextRow) => ListedPage['options'] = () => ({}),
): Pick<UrlList, 'pages' | 'invalid'> {
  const { pages = [], invalid = [] } = Object.groupBy(rows, ({ cells }) =>
    isUrl(cells[column] ?? '') ? 'pages' : 'invalid',
  );
  return {
    pages: pages.map((row) => ({
      line: row.line,
      url: completeUrl(row.cells[column] ?? ''),
      options: optionsOf(row),
    })),
    invalid: invalid.map(({ line, cells }) => ({
      line,
      text: cells[column] || cells.join(', '),
    })),
  };
}

/** True for a URL, and for a host name with a dot and what follows it. */
function isUrl(cell: string): boolean {
  if (/\s/.test(cell)) return false;
  if (/^https?:\/\//i.test(cell)) return URL.canParse(cell);
  return /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}[\p{L}\p{N}-]+(:\d+)?([/?#]|$)/u.test(cell);
}

function readSitemap(text: string): UrlList {
  const document = new DOMParser().parseFromString(text.trim(), 'text/xml');
  const root = document.documentElement.localName;
  if (root === 'sitemapindex') return { ...nothing, problem: 'sitemap_index' };
  if (root !== 'urlset') return { ...nothing, problem: 'broken_sitemap' };
  const rows = [...document.getElementsByTagNameNS('*', 'loc')]
    // Images and videos of a page have an element of the same name.
    .filter((location) => location.parentElement?.localName === 'url')
    .map((location, index) => ({ line: index + 1, cells: [location.textContent.trim()] }));
  return readLines(rows);
}
