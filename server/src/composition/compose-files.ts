import { createReadContent } from '../features/files/file-content.ts';
import { filesRoutes } from '../features/files/files.routes.ts';
import { createFilesService } from '../features/files/files.service.ts';
import { publicLinksRoutes } from '../features/files/public-links.routes.ts';
import { createPublicLinksService } from '../features/files/public-links.service.ts';
import { createPublicLinks } from '../features/files/public-links.ts';
import { createThumbnailsService } from '../features/files/thumbnails.service.ts';
import { createZipFiles } from '../features/files/zip-files.service.ts';
import type { Route } from '../http/route.ts';
import type { ModuleContext } from './compose-accounts.ts';

/** Builds the File Manager: stored files, thumbnails, archives and public links. */
export function fileRoutes(
  { data, config }: Pick<ModuleContext, 'data' | 'config'>,
  services: Pick<
    Parameters<typeof createFilesService>[0],
    'links' | 'cancelPendingScreenshots' | 'requireProject'
  >,
): Route[] {
  const { db, store, keyRing } = data;
  const publicLinks = createPublicLinks({ keyRing, publicUrl: config.publicUrl });
  const readContent = createReadContent(store);
  return [
    ...filesRoutes({
      files: createFilesService({ db, readContent, publicLinks, ...services }),
      thumbnails: createThumbnailsService({ db, store, readContent }),
      zipFiles: createZipFiles({ db, store }),
      links: services.links,
    }),
    ...publicLinksRoutes({
      links: publicLinks,
      service: createPublicLinksService({ db, publicLinks, readContent }),
    }),
  ];
}
