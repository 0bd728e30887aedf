import type { SitemapBody } from '@shotwright/contract';
import { getDomain } from 'tldts';

/** Reason why an entry is left out; undefined if it is listed. */
export type LeftOut = 'otherSites' | 'filtered' | 'invalid' | undefined;

/** An entry with its URL parsed, or null. */
interface ReadEntry {
  readonly url: URL | null;
  readonly lastModified: string | null;
}

type FilterRequest = Pick<SitemapBody, 'include' | 'exclude' | 'lastmod_after' | 'same_site'>;

/** Creates the filter of a request for the sitemap at `sitemapUrl`. */
export function createUrlFilter(
  request: FilterRequest,
  sitemapUrl: URL,
): (entry: ReadEntry) => LeftOut {
  const { include, exclude, same_site: isSameSite, lastmod_after: after } = request;
  const site = siteOf(sitemapUrl);
  const afterMs = after === undefined ? -Infinity : Date.parse(after);
  return ({ url, lastModified }) => {
    if (url === null || !/^https?:$/.test(url.protocol)) return 'invalid';
    if (isSameSite && siteOf(url) !== site) return 'otherSites';
    // A page without a time is left out, because it may not have changed.
    const isOld = after !== undefined && !(Date.parse(lastModified ?? '') >= afterMs);
    const matches = (pattern: string): boolean => matchesPattern(pattern, url);
    if (isOld || include?.some(matches) === false || exclude?.some(matches)) return 'filtered';
    return undefined;
  };
}

/** Returns the registrable domain; the host itself for an IP address or a local name. */
function siteOf({ hostname }: URL): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/**
 * Returns true if the URL, or its path and query for a pattern that begins with a slash, matches a pattern in which `*` is any
 * text. The time grows with the product of both lengths only.
 */
export function matchesPattern(pattern: string, url: URL): boolean {
  const text = pattern.startsWith('/') ? url.pathname + url.search : url.href;
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
