import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** An entry of a sitemap, as it is written there. */
export interface SitemapEntry {
  readonly url: string;
  /** Time of the last change, as an instant; null if there is none that can be read. */
  readonly lastModified: string | null;
}

/** Content of one file: pages, or further sitemaps. */
export interface ParsedSitemap {
  readonly kind: 'pages' | 'index';
  readonly entries: readonly SitemapEntry[];
  /** True if the file has more than `maxEntries`. */
  readonly isCut: boolean;
}

/** The text is not a sitemap; the message is a sentence without its subject. */
export class SitemapFormatError extends Error {}

const htmlStart = /<!doctype\s+html|<html[\s>]/i;

/** Length of text that is parsed before other requests have a turn. */
const sliceLength = 64 * 1_024;

/**
 * Parses a sitemap: XML of sitemaps.org, or text with one URL a line. Throws {@link SitemapFormatError}.
 * Source: https://www.sitemaps.org/protocol.html.
 */
export async function parseSitemap(bytes: Buffer, maxEntries: number): Promise<ParsedSitemap> {
  const text = new TextDecoder().decode(bytes);
  const start = /\S/.exec(text)?.[0];
  if (start === undefined) throw new SitemapFormatError('is empty');
  if (htmlStart.test(text.slice(0, 1_000))) {
    throw new SitemapFormatError('is a web page and not a sitemap');
  }
  return start === '<' ? parseXml(text.trimStart(), maxEntries) : parseLines(text, maxEntries);
}

function parseLines(text: string, maxEntries: number): ParsedSitemap {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (!lines.every((line) => /^https?:\/\//i.test(line))) {
    throw new SitemapFormatError('is neither XML nor a list of URLs');
  }
  const entries = lines.slice(0, maxEntries).map((url) => ({ url, lastModified: null }));
  return { kind: 'pages', entries, isCut: lines.length > maxEntries };
}

const kinds: Readonly<Record<string, ParsedSitemap['kind']>> = {
  urlset: 'pages',
  sitemapindex: 'index',
};
const entryNames: Readonly<Record<ParsedSitemap['kind'], string>> = {
  pages: 'url',
  index: 'sitemap',
};

async function parseXml(text: string, maxEntries: number): Promise<ParsedSitemap> {
  const entries: SitemapEntry[] = [];
  const path: string[] = [];
  let kind: ParsedSitemap['kind'] | undefined;
  let fields = { loc: '', lastmod: '' };
  const parser = new SaxesParser();
  const isInEntry = (): boolean =>
    path.length === 3 && kind !== undefined && path[1] === entryNames[kind];
  const addText = (part: string): void => {
    const name = path[2];
    if (isInEntry() && (name === 'loc' || name === 'lastmod')) fields[name] += part;
  };
  parser.on('opentag', (tag) => {
    path.push(nameOf(tag));
    if (path.length === 1) kind = kinds[nameOf(tag)];
    if (path.length === 1 && kind === undefined) throw wrongRoot(nameOf(tag));
    if (path.length === 2) fields = { loc: '', lastmod: '' };
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (path.length === 2 && fields.loc.trim() !== '') {
      entries.push({ url: fields.loc.trim(), lastModified: instantOf(fields.lastmod.trim()) });
    }
    path.pop();
  });
  for (let at = 0; at < text.length && entries.length <= maxEntries; at += sliceLength) {
    write(parser, text.slice(at, at + sliceLength));
    await setImmediate();
  }
  const isCut = entries.length > maxEntries;
  if (!isCut) write(parser, null);
  if (kind === undefined) throw new SitemapFormatError('has no element');
  return { kind, entries: entries.slice(0, maxEntries), isCut };
}

/** Returns the name of an element without the prefix of its namespace. */
function nameOf({ name }: { readonly name: string }): string {
  return name.replace(/^.*:/, '');
}

function write(parser: SaxesParser, chunk: string | null): void {
  try {
    parser.write(chunk);
  } catch (error) {
    if (error instanceof SitemapFormatError) throw error;
    const { line, column } = parser;
    throw new SitemapFormatError(`is not valid XML at line ${line}, column ${column}`);
  }
}

function wrongRoot(name: string): SitemapFormatError {
  const message = `begins with the element ${name.slice(0, 40)} and not with urlset or sitemapindex`;
  return new SitemapFormatError(message);
}

function instantOf(text: string): string | null {
  const ms = /^\d{4}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
