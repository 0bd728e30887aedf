import type { PathTable } from '../endpoint-path.ts';

/** Method and path of the endpoint for sitemaps. */
export const sitemapPaths = {
  readSitemap: { method: 'POST', path: '/sitemaps' },
} as const satisfies PathTable;

/** Limits of a sitemap that is read. */
export const sitemapLimits = {
  /** URLs of a response: as many as asked for, up to the maximum. */
  urls: { usual: 500, max: 5_000 },
  /** Files of an index that are read, and robots.txt. */
  files: 10,
  patterns: 20,
  patternLength: 200,
} as const;
