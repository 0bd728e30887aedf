import { Readable } from 'node:stream';
import { fileEndpoints } from '@shotwright/contract';
import { route, scopeOf, type Route } from '../../http/route.ts';
import { disposition, imageResponse, requireValidLink } from '../../shared/image-response.ts';
import type { FileLinks } from './file-links.ts';
import type { FilesService } from './files.service.ts';
import type { ThumbnailsService } from './thumbnails.service.ts';
import type { ZipFiles } from './zip-files.service.ts';

interface FilesRoutesDependencies {
  readonly files: FilesService;
  readonly thumbnails: ThumbnailsService;
  readonly zipFiles: ZipFiles;
  readonly links: FileLinks;
}

const inline = { kind: 'inline', cacheSeconds: 3_600 } as const;
const renewal = 'Ask the person who shared it for a new one.';

/** Routes for files. */
export function filesRoutes(deps: FilesRoutesDependencies): Route[] {
  return [...listRoutes(deps), ...imageRoutes(deps)];
}

function listRoutes({ files, zipFiles }: FilesRoutesDependencies): Route[] {
  const deleteFiles = async (organizationId: string, ids: readonly string[]) => ({
    data: { deletedCount: await files.deleteFiles({ organizationId, ids }) },
    message: 'Files deleted successfully',
  });
  return [
    route(fileEndpoints.listFiles, async ({ caller, query: { livemode, ...query } }) => ({
      data: await files.listFiles({
        organizationId: caller.organizationId,
        isTest: !livemode,
        ...query,
      }),
    })),
    route(fileEndpoints.downloadFile, async ({ caller, body }) => {
      const file = await files.readByAddress({
        organizationId: caller.organizationId,
        address: body.url,
      });
      return imageResponse(file, { kind: 'attachment', cacheSeconds: 0 });
    }),
    route(fileEndpoints.deleteFiles, ({ caller, body }) =>
      deleteFiles(caller.organizationId, body.ids),
    ),
    route(fileEndpoints.deleteFilesByPost, ({ caller, body }) =>
      deleteFiles(caller.organizationId, body.ids),
    ),
    route(fileEndpoints.deleteScreenshot, async ({ caller, params }) => {
      await files.deleteScreenshot({ ...scopeOf(caller), id: params.id });
      return { data: { deletedCount: 1 }, message: 'Screenshot deleted successfully' };
    }),
    route(fileEndpoints.zipFiles, async ({ caller, body }) => ({
      binary: {
        body: Readable.from(
          await zipFiles({ ...scopeOf(caller), ...body }),
          // Chunks are already small, and nothing is read ahead of a slow client.
          { objectMode: false, highWaterMark: 1 },
        ),
        contentType: 'application/zip',
      },
      headers: { 'content-disposition': disposition('attachment', 'screenshots.zip') },
    })),
    route(fileEndpoints.moveFiles, async ({ caller, body }) => ({
      data: {
        movedCount: await files.moveFiles({ organizationId: caller.organizationId, ...body }),
      },
      message: 'Files moved successfully',
    })),
  ];
}

/** Routes of the images behind signed links. */
function imageRoutes({ files, thumbnails, links }: FilesRoutesDependencies): Route[] {
  return [
    route(fileEndpoints.readFile, async ({ params }) => {
      requireValidLink(links.verify('files', params), renewal);
      return imageResponse(await files.readBySignedId(params.id), inline);
    }),
    route(fileEndpoints.readPreview, async ({ params }) => {
      requireValidLink(links.verify('previews', params), renewal);
      return imageResponse(await thumbnails.readPreview(params.id), inline);
    }),
    route(fileEndpoints.readThumbnail, async ({ params }) => {
      requireValidLink(links.verify('thumbnails', params), renewal);
      return imageResponse(await thumbnails.readThumbnail(params.id), inline);
    }),
  ];
}
