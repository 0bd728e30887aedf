import { Readable } from 'node:stream';
import { usageEndpoints, type Usage } from '@shotwright/contract';
import { route, type Caller, type Route } from '../../http/route.ts';
import type { UsageService } from './usage.service.ts';

/** Routes for usage and the credit ledger. */
export function usageRoutes(service: UsageService): Route[] {
  return [
    route(usageEndpoints.getUsage, async ({ caller }) => ({
      data: visibleTo(
        caller,
        await service.readUsage({
          organizationId: caller.organizationId,
          ownKeyId: caller.kind === 'key' ? caller.apiKeyId : null,
        }),
      ),
    })),
    route(usageEndpoints.listCreditLedger, async ({ caller, query }) => ({
      data: await service.listLedger({
        organizationId: caller.organizationId,
        before: query.before ?? null,
      }),
    })),
    route(usageEndpoints.exportCreditLedger, async ({ caller }) => ({
      binary: {
        // Nothing is read ahead of a slow client.
        body: Readable.from(service.exportLedger(caller.organizationId), {
          objectMode: false,
          highWaterMark: 1,
        }),
        contentType: 'text/csv',
      },
      headers: {
        'content-disposition': 'attachment; filename="credit-ledger.csv"',
        'cache-control': 'no-store',
      },
    })),
  ];
}

/** An API key of one project, or that may only capture, does not see other projects and keys. */
function visibleTo(caller: Caller, usage: Usage): Usage {
  if (caller.kind === 'session') return usage;
  const { apiKeyId, projectId, access } = caller;
  if (projectId === null && access === 'full') return usage;
  return {
    ...usage,
    projects: usage.projects.filter(({ id }) => id === projectId),
    apiKeys: usage.apiKeys.filter(({ id }) => id === apiKeyId),
  };
}
