import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sitemapLimits, type SitemapBody, type SitemapReading } from '@shotwright/contract';
import type { Download } from '../../adapters/outbound/download.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import { AppError } from '../../shared/app-error.ts';
import { readPublicUrl, type CheckUrl } from '../../shared/public-url.ts';
import { parseSitemap, SitemapFormatError, type ParsedSitemap } from './parse-sitemap.ts';
import { createUrlFilter } from './url-filter.rules.ts';

/**
 * Lists the pages of a sitemap. Throws the errors of the URL, and `sitemap_unreadable` if no file could
 * be read; `path` is the name of the field with the URL.
 */
export type ReadSitemap = (
  request: SitemapBody & { readonly path: string; readonly organizationId: string },
  signal: AbortSignal,
) => Promise<SitemapReading>;

interface ReadSitemapDependencies {
  readonly download: Download;
  readonly checkUrl: CheckUrl;
  /** Bounds the memory of requests at the same time. */
  readonly semaphore: Semaphore;
  /** By organisation, so that the slow website of one does not hold up others for long. */
  readonly mutex: KeyedMutex;
}

const mebibyte = 1_048_576;
const maxBytes = 10 * mebibyte;
/** All files of a request, unpacked. Unit: bytes. */
const maxUnpackedBytes = 50 * mebibyte;
/** All entries of a request. */
const maxEntries = 50_000;
/** Shorter than the deadline of a request, so that what was read by then is returned. */
const readingMs = 20_000;

/** Creates a {@link ReadSitemap}. */
export function createReadSitemap(deps: ReadSitemapDependencies): ReadSitemap {
  const { checkUrl, semaphore, mutex } = deps;
  return async ({ path, organizationId, ...request }, signal) => {
    const url = readPublicUrl(withScheme(request.url), {
      path,
      checkUrl,
      example: 'https://example.com/sitemap.xml',
      credentialsAdvice: 'only public sitemaps can be read',
      policyAdvice: 'Only public sitemaps can be read.',
    });
    const until = AbortSignal.any([signal, AbortSignal.timeout(readingMs)]);
    const read = (): Promise<SitemapReading> =>
      semaphore.run(() => readAll(deps, { request, url, signal: until }), until);
    return mutex(organizationId, read).catch((error: unknown) => {
      throw error === until.reason ? busy() : error;
    });
  };
}

function busy(): AppError {
  const message = 'Too many sitemaps are being read. Send the request again.';
  return new AppError({ code: 'unavailable', message, retryAfterSeconds: 10 });
}

/** Adds https:// to a host that was typed without a scheme. */
function withScheme(text: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}[^\s:]*$/u.test(text) ? `https://${text}` : text;
}

interface Reading {
  readonly request: SitemapBody;
  readonly url: URL;
  readonly signal: AbortSignal;
}

async function readAll(deps: ReadSitemapDependencies, reading: Reading): Promise<SitemapReading> {
  const { request, url, signal } = reading;
  const collected = createCollection(request, url);
  const budget = { bytes: maxUnpackedBytes, entries: maxEntries };
  const waiting = await startingPoints(deps, reading);
  const seen = new Set(waiting);
  const sitemaps: { url: string; problem: string | null }[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const isOver = sitemaps.length >= sitemapLimits.files || signal.aborted;
    if (isOver || budget.entries <= 0 || collected.isFull()) {
      waiting.unshift(next);
      break;
    }
    const file = await readFile(deps, next, { signal, budget });
    sitemaps.push({ url: next, problem: file.problem });
    budget.entries -= file.entries.length;
    if (file.kind === 'pages') collected.add(file);
    else {
      const added = file.entries.map((entry) => entry.url).filter((other) => !seen.has(other));
      for (const other of added) seen.add(other);
      waiting.push(...added);
    }
  }
  if (sitemaps.every(({ problem }) => problem !== null)) throw unreadable(url, sitemaps);
  return { ...collected.result(), isComplete: waiting.length === 0 && collected.isAll(), sitemaps };
}

/** Returns the sitemaps to read first: those that robots.txt names for a website without a path. */
async function startingPoints(
  { download }: ReadSitemapDependencies,
  { url, signal }: Reading,
): Promise<string[]> {
  if (url.pathname !== '/' || url.search !== '') return [url.href];
  const robots = await download(new URL('/robots.txt', url).href, { maxBytes: mebibyte, signal });
  const lines = robots.kind === 'downloaded' ? robots.bytes.toString('utf8').split(/\r?\n/) : [];
  const named = lines.flatMap((line) => {
    const given = /^\s*sitemap\s*:\s*(\S+)/i.exec(line)?.[1];
    return given !== undefined && URL.canParse(given, url) ? [new URL(given, url).href] : [];
  });
  return named.length > 0 ? [...new Set(named)] : [new URL('/sitemap.xml', url).href];
}

interface ReadFile extends ParsedSitemap {
  readonly problem: string | null;
}

interface FileLimits {
  readonly signal: AbortSignal;
  readonly budget: { bytes: number; readonly entries: number };
}

async function readFile(
  { download }: ReadSitemapDependencies,
  url: string,
  { signal, budget }: FileLimits,
): Promise<ReadFile> {
  const file = await download(url, { maxBytes, signal });
  if (file.kind === 'failed') return unread(file.message);
  const bytes = await unpacked(file.bytes, budget.bytes);
  if (bytes === undefined) return unread(`${file.url} is too large when it is unpacked.`);
  budget.bytes -= bytes.length;
  try {
    const parsed = await parseSitemap(bytes, budget.entries);
    return { ...parsed, entries: absolute(parsed.entries, file.url), problem: null };
  } catch (error) {
    if (!(error instanceof SitemapFormatError)) throw error;
    return unread(`${file.url} ${error.message}.`);
  }
}

function unread(problem: string): ReadFile {
  return { problem, kind: 'pages', entries: [], isCut: false };
}

const unzip = promisify(gunzip);

/** Returns the content of a file that may be compressed; undefined if it is larger than `limit`. */
async function unpacked(bytes: Buffer, limit: number): Promise<Buffer | undefined> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return bytes.length > limit ? undefined : bytes;
  return unzip(bytes, { maxOutputLength: Math.max(1, limit) }).catch(() => undefined);
}

/** Some sitemaps have URLs without a host, against the protocol. */
function absolute(entries: ParsedSitemap['entries'], base: string): ParsedSitemap['entries'] {
  return entries.map((entry) => ({
    ...entry,
    url: URL.canParse(entry.url, base) ? new URL(entry.url, base).href : entry.url,
  }));
}

/** URLs that match a request, and counts of the others. */
function createCollection(request: SitemapBody, sitemapUrl: URL) {
  const leftOutFor = createUrlFilter(request, sitemapUrl);
  const urls = new Map<string, SitemapReading['urls'][number]>();
  const counts = { found: 0, duplicates: 0, otherSites: 0, filtered: 0, invalid: 0 };
  let isAll = true;
  return {
    add: ({ entries, isCut }: ParsedSitemap): void => {
      isAll &&= !isCut;
      counts.found += entries.length;
      for (const { url: text, lastModified } of entries) {
        const url = URL.canParse(text) ? new URL(text) : null;
        const reason = leftOutFor({ url, lastModified });
        if (reason !== undefined) counts[reason] += 1;
        else if (urls.has(text)) counts.duplicates += 1;
        else if (urls.size >= request.limit) isAll = false;
        else urls.set(text, { url: text, lastModified });
      }
    },
    /** True if there is no need to read further files. */
    isFull: (): boolean => urls.size >= request.limit,
    isAll: (): boolean => isAll,
    result: () => ({ urls: [...urls.values()], counts }),
  };
}

function unreadable(url: URL, sitemaps: SitemapReading['sitemaps']): AppError {
  const [first] = sitemaps;
  const more = sitemaps.length > 1 ? ` ${sitemaps.length - 1} more could not be read either.` : '';
  const message = first?.problem ?? `${url.href} could not be read in time.`;
  return new AppError({
    code: 'sitemap_unreadable',
    message: `${message}${more}`,
    details: { sitemaps },
  });
}
