import { annotationEndpoints, type AnnotatedCopy } from '@shotwright/contract';
import { requesterOf, route, scopeOf, type Route } from '../../http/route.ts';
import type { FileLinks } from '../files/file-links.ts';
import type { AnnotationsService } from './annotations.service.ts';
import type { CopyRow } from './annotations.store.ts';

/** Routes for annotated copies. */
export function annotationsRoutes({
  annotations,
  links,
}: {
  readonly annotations: AnnotationsService;
  readonly links: Pick<FileLinks, 'linkFor' | 'thumbnailFor'>;
}): Route[] {
  const present = (row: CopyRow): AnnotatedCopy => ({
    screenshotId: row.id,
    annotatedFrom: row.annotatedFrom,
    projectId: row.projectId,
    fileName: row.name,
    screenshotUrl: links.linkFor({ id: row.fileId, name: row.name }),
    thumbnailUrl: links.thumbnailFor({ id: row.id, name: row.name }),
    bytes: row.sizeBytes,
    width: row.widthPx,
    height: row.heightPx,
    createdAt: row.createdAt.toISOString(),
  });
  return [
    route(annotationEndpoints.listAnnotatedCopies, async ({ caller, params }) => {
      const copies = await annotations.list({ scope: scopeOf(caller), id: params.id });
      return { data: { copies: copies.map(present) } };
    }),
    route(annotationEndpoints.createAnnotatedCopy, async ({ caller, params, body, signal }) => {
      const copy = await annotations.create({
        scope: scopeOf(caller),
        by: requesterOf(caller),
        id: params.id,
        request: body,
        signal,
      });
      return { data: present(copy), message: 'Annotated copy saved successfully' };
    }),
  ];
}
