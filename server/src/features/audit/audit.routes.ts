import { Readable } from 'node:stream';
import { auditEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { presentAuditEvent } from './audit.present.ts';
import type { AuditService } from './audit.service.ts';

/** Routes for the audit log. */
export function auditRoutes(audit: AuditService): Route[] {
  return [
    route(auditEndpoints.listAuditEvents, async ({ caller, query }) => {
      const { organizationId } = caller;
      const { events, next } = await audit.list({ organizationId, ...query });
      return { data: { events: events.map(presentAuditEvent), next } };
    }),
    route(auditEndpoints.exportAuditEvents, async ({ caller, query }) => ({
      binary: {
        // Nothing is read ahead of a slow client.
        body: Readable.from(
          audit.exportEvents({ organizationId: caller.organizationId, ...query }),
          { objectMode: false, highWaterMark: 1 },
        ),
        contentType: 'text/csv',
      },
      headers: {
        'content-disposition': 'attachment; filename="audit-log.csv"',
        'cache-control': 'no-store',
      },
    })),
  ];
}
