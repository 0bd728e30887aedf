import { fileEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { answerPicture, linkRefusals } from './file-answers.ts';
import type { PublicLinksService } from './public-links.service.ts';
import type { PublicLinks } from './public-links.ts';

/** Mounts what makes pictures public, and what shows them. */
export function publicLinksRoutes(deps: {
  readonly links: PublicLinks;
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
      if (!links.isOurs(params)) throw linkRefusals.forged();
      // Kept nowhere, so that revoking holds at once.
      const picture = answerPicture(await service.read(params.id), {
        kind: 'inline',
        cacheSeconds: 0,
      });
      // Public to whoever was given the address, not to search engines.
      return { ...picture, headers: { ...picture.headers, 'x-robots-tag': 'noindex' } };
    }),
  ];
}
