import { fileEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { imageResponse, linkInvalid } from '../../shared/image-response.ts';
import type { PublicLinksService } from './public-links.service.ts';
import type { SignedLinks } from '../../shared/signed-links.ts';

/** Routes for creating, revoking and opening public links. */
export function publicLinksRoutes(deps: {
  readonly links: SignedLinks;
  readonly service: PublicLinksService;
}): Route[] {
  const { links, service } = deps;
  return [
    route(fileEndpoints.createPublicLink, async ({ caller, params }) => {
      const { organizationId } = caller;
      const publicUrl = await service.open({ organizationId, screenshotId: params.id });
      return { data: { publicUrl }, message: 'Public link created successfully' };
    }),
    route(fileEndpoints.revokePublicLink, async ({ caller, params }) => {
      const { organizationId } = caller;
      await service.close({ organizationId, screenshotId: params.id });
      return { data: { publicUrl: null }, message: 'Public link revoked successfully' };
    }),
    route(fileEndpoints.readPublicFile, async ({ params }) => {
      if (!links.isIssued(params)) throw linkInvalid();
      // Not cached, so that revoking takes effect immediately.
      const image = imageResponse(await service.read(params.id), {
        kind: 'inline',
        cacheSeconds: 0,
      });
      // Public for holders of the URL, not for search engines.
      return { ...image, headers: { ...image.headers, 'x-robots-tag': 'noindex' } };
    }),
  ];
}
