import { Readable } from 'node:stream';
import { usageEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { UsageService } from './usage.service.ts';

/** Routes for usage and the credit ledger. */
export function usageRoutes(service: UsageService): Route[] {
  return [
    route(usageEndpoints.getUsage, async ({ caller }) => ({
      data: await service.readUsage(caller.organizationId),
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
