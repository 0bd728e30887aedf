import { Readable } from 'node:stream';
import { fileEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { AppError } from '../../lib/app-error.ts';
import type { FileLinks } from './file-links.ts';
import type { FileContent, FilesService } from './files.service.ts';
import type { ThumbnailsService } from './thumbnails.service.ts';
import type { ZipFiles } from './zip-files.service.ts';

interface FilesRoutesDependencies {
  readonly files: FilesService;
  readonly thumbnails: ThumbnailsService;
  readonly zipFiles: ZipFiles;
  readonly links: FileLinks;
}

/** `Content-Disposition` with a plain name for old clients and the true one beside it. Source: RFC 6266 §4.1. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function answer(file: FileContent, kind: 'inline' | 'attachment', cacheSeconds: number) {
  return {
    binary: { body: file.bytes, contentType: file.contentType },
    headers: {
      'content-disposition': disposition(kind, file.name),
      etag: `"${file.sha256.slice(0, 32)}"`,
      'cache-control':
        cacheSeconds > 0 ? `private, max-age=${cacheSeconds}, immutable` : 'no-store',
      // Whatever the bytes are, they never run as a document of this origin.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

const refusals = {
  forged: () =>
    new AppError({
      kind: 'forbidden',
      code: 'link_invalid',
      message: 'This file address was not handed out by this service.',
    }),
  expired: () =>
    new AppError({
      kind: 'gone',
      code: 'link_expired',
      message: 'This file address has expired. Ask the person who shared it for a fresh one.',
    }),
};

/** Mounts the file endpoints. */
export function filesRoutes({
  files,
  thumbnails,
  zipFiles,
  links,
}: FilesRoutesDependencies): Route[] {
  const deleteFiles = async (organizationId: string, ids: readonly string[]) => ({
    data: { deletedCount: await files.deleteFiles({ organizationId, ids }) },
    message: 'Files deleted successfully',
  });
  return [
    route(fileEndpoints.listFiles, async ({ caller, query }) => ({
      data: await files.listFiles({
        organizationId: caller.organizationId,
        limit: query.limit,
        cursor: query.cursor ?? null,
      }),
    })),
    route(fileEndpoints.downloadFile, async ({ caller, body }) => {
      const file = await files.readByAddress({
        organizationId: caller.organizationId,
        address: body.url,
      });
      return answer(file, 'attachment', 0);
    }),
    route(fileEndpoints.deleteFiles, ({ caller, body }) =>
      deleteFiles(caller.organizationId, body.ids),
    ),
    route(fileEndpoints.deleteFilesByPost, ({ caller, body }) =>
      deleteFiles(caller.organizationId, body.ids),
    ),
    route(fileEndpoints.zipFiles, async ({ caller, body }) => ({
      binary: {
        body: Readable.from(
          await zipFiles({ organizationId: caller.organizationId, ...body }),
          // Pieces are small already, and nothing is read ahead of a slow reader.
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
    route(fileEndpoints.readFile, async ({ params }) => {
      const verdict = links.judge('files', params);
      if (verdict !== 'valid') throw refusals[verdict]();
      return answer(await files.readBySignedId(params.id), 'inline', 3_600);
    }),
    route(fileEndpoints.readThumbnail, async ({ params }) => {
      const verdict = links.judge('thumbnails', params);
      if (verdict !== 'valid') throw refusals[verdict]();
      return answer(await thumbnails.readThumbnail(params.id), 'inline', 3_600);
    }),
  ];
}
