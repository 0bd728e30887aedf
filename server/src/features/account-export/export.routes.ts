import { Readable } from 'node:stream';
import { privacyEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ExportAccount } from './export-account.service.ts';

/** Route of the export of the caller's account. */
export function exportRoutes(deps: {
  readonly exportAccount: ExportAccount;
  readonly clock: Clock;
  /** Counts an export of a user. Throws `rate_limited`. */
  countExport(userId: string): Promise<void>;
}): Route[] {
  return [
    route(privacyEndpoints.exportAccount, async ({ caller, isHead }) => {
      if (!isHead) await deps.countExport(caller.userId);
      const day = deps.clock.now().toISOString().slice(0, 10);
      return {
        binary: {
          // Nothing is read ahead of a slow client.
          body: Readable.from(await deps.exportAccount(caller), {
            objectMode: false,
            highWaterMark: 1,
          }),
          contentType: 'application/zip',
        },
        headers: {
          'content-disposition': `attachment; filename="account-data-${day}.zip"`,
          'cache-control': 'no-store',
        },
      };
    }),
  ];
}
