import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { sitemapLimits, sitemapPaths } from '../paths/batches/sitemaps.ts';
import { captureLimits } from '../paths/screenshots.ts';
import { wireBoolean, wireInstant, wireList, wireNumber } from '../wire.ts';

const { urls, files, patterns, patternLength } = sitemapLimits;
const patternList = wireList({ maxItems: patterns, maxItemBytes: patternLength });

const sitemapBody = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(captureLimits.urlLength)
    .describe(
      'URL of a sitemap or of an index of sitemaps, or of a website without a path: its robots.txt names the sitemaps.',
    ),
  include: patternList
    .optional()
    .describe(
      'Only URLs that match one of these patterns. * matches any text; a pattern that begins with / is compared with the path and query.',
    ),
  exclude: patternList.optional().describe('No URLs that match one of these patterns.'),
  lastmod_after: wireInstant
    .optional()
    .describe('Only pages that the sitemap says were changed at or after this time.'),
  same_site: wireBoolean
    .default(true)
    .describe('False lists URLs of other sites than that of the sitemap, too.'),
  limit: wireNumber({ min: 1, max: urls.max, isInteger: true })
    .default(urls.usual)
    .describe('Maximum number of URLs in the response.'),
});

/** URLs of the pages that a sitemap lists. */
export const sitemapReadingSchema = z.object({
  /** In the order of the sitemap. */
  urls: z.array(z.object({ url: z.string(), lastModified: wireInstant.nullable() })),
  counts: z.object({
    /** Entries read, including those that are left out. */
    found: z.int(),
    duplicates: z.int(),
    /** Entries of other sites. */
    otherSites: z.int(),
    /** Entries that the patterns or `lastmod_after` leave out. */
    filtered: z.int(),
    /** Entries that are no http or https URL. */
    invalid: z.int(),
  }),
  /** False if the sitemap has more than was read or listed. */
  isComplete: z.boolean(),
  /** Sitemaps that were read, with a sentence for each that could not be. */
  sitemaps: z.array(z.object({ url: z.string(), problem: z.string().nullable() })),
});

/** Endpoint that reads sitemaps. */
export const sitemapEndpoints = {
  readSitemap: defineEndpoint({
    ...sitemapPaths.readSitemap,
    operationId: 'readSitemap',
    summary: `List the pages of a website from its sitemap; up to ${files} files are read`,
    tag: 'Batches',
    auth: 'session_or_key',
    body: sitemapBody,
    response: { kind: 'envelope', schema: sitemapReadingSchema },
    errorStatuses: [403, 422],
  }),
} as const;

/** A parsed request for the pages of a sitemap. */
export type SitemapBody = z.output<typeof sitemapBody>;
/** Type inferred from {@link sitemapReadingSchema}. */
export type SitemapReading = z.infer<typeof sitemapReadingSchema>;
