import { sitemapEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { ReadSitemap } from './read-sitemap.service.ts';

/** Route that reads sitemaps. */
export function sitemapsRoutes(readSitemap: ReadSitemap): Route[] {
  return [
    route(sitemapEndpoints.readSitemap, async ({ caller, body, signal }) => ({
      data: await readSitemap(
        { ...body, path: 'url', organizationId: caller.organizationId },
        signal,
      ),
    })),
  ];
}
