import { Readable } from 'node:stream';
import { fileMatchEndpoints, type EndpointInput } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import type { ExportFiles } from '../export/export-files.service.ts';
import type { MatchesService } from './matches.service.ts';

/** Routes of operations on all files that match a filter. */
export function matchesRoutes(matches: MatchesService, exportFiles: ExportFiles): Route[] {
  return [
    route(fileMatchEndpoints.countMatches, async ({ caller, query }) => ({
      data: await matches.count({
        organizationId: caller.organizationId,
        ...inMode(query),
      }),
    })),
    route(fileMatchEndpoints.exportFiles, async ({ caller, query }) => ({
      binary: {
        // Nothing is read ahead of a slow client.
        body: Readable.from(
          exportFiles({ organizationId: caller.organizationId, ...inMode(query) }),
          { objectMode: false, highWaterMark: 1 },
        ),
        contentType: 'text/csv',
      },
      headers: {
        'content-disposition': 'attachment; filename="files.csv"',
        'cache-control': 'no-store',
      },
    })),
    route(fileMatchEndpoints.deleteMatches, async ({ caller, body }) => {
      await matches.start({ ...operationOf(caller, body), moveToProjectId: null });
      return { data: { isRunning: true }, message: 'The files are being deleted' };
    }),
    route(fileMatchEndpoints.moveMatches, async ({ caller, body }) => {
      await matches.start({ ...operationOf(caller, body), moveToProjectId: body.projectId });
      return { data: { isRunning: true }, message: 'The files are being moved' };
    }),
    route(fileMatchEndpoints.readMatchesProgress, async ({ caller }) => ({
      data: { isRunning: await matches.isRunning(caller.organizationId) },
    })),
  ];
}

type Body = EndpointInput<typeof fileMatchEndpoints.deleteMatches>['body'];

const inMode = ({ livemode, ...filter }: Body['filter']) => ({ ...filter, isTest: !livemode });

const operationOf = (
  { organizationId }: { readonly organizationId: string },
  { filter, before }: Pick<Body, 'filter' | 'before'>,
) => ({ organizationId, filter: inMode(filter), before });
