import type { Database } from '../../../db/transaction.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import type { CheckUrl } from '../../../shared/public-url.ts';
import { findEnded } from '../request/await-capture.service.ts';
import { readCaptureRequest } from '../request/capture-request.rules.ts';
import type { ScreenshotRequest } from '../request/screenshot-request.ts';
import type { ScreenshotRow } from '../screenshots.store.ts';
import {
  acceptanceOf,
  cacheLookupOf,
  findCached,
  type CacheOrigin,
} from './cached-capture.service.ts';

interface FindCachedDependencies {
  readonly db: Database;
  readonly keyRing: Pick<KeyRing, 'sign'>;
  readonly checkUrl: CheckUrl;
  readonly deviceNames: readonly string[];
}

/** A cached screenshot that has ended. */
export interface CachedScreenshot {
  readonly row: ScreenshotRow;
  readonly cache: CacheOrigin;
}

/** Creates a function that returns the cached screenshot of a request and captures nothing. */
export function createFindCachedScreenshot(
  deps: FindCachedDependencies,
): (request: ScreenshotRequest) => Promise<CachedScreenshot | undefined> {
  return async (request) => {
    const { url } = readCaptureRequest(request.fields, deps);
    const lookup = cacheLookupOf(deps.keyRing, { ...request, url });
    const found = lookup && (await findCached(deps.db, lookup));
    if (!found) return undefined;
    const { id, cache } = acceptanceOf(found);
    const row = await findEnded(deps.db, { organizationId: request.organizationId, id });
    return row?.file ? { row, cache } : undefined;
  };
}
