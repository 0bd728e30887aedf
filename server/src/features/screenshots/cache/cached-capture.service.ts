import { isTerminal, type CacheStatus, type CaptureOptions } from '@shotwright/contract';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { findingOf, type CacheFinding, type CacheWish } from './cache-finding.rules.ts';
import { cacheKeyOf, requireCacheable, type CacheRequest } from './cache-request.rules.ts';
import {
  insertCacheEntry,
  listCacheEntries,
  lockCacheKey,
  type CacheKey,
} from './capture-cache.store.ts';

/** Search for the capture that answers a request. */
export type CacheLookup = CacheKey & { readonly wish: CacheWish };

/** Origin of an answer. */
export interface CacheOrigin {
  readonly status: CacheStatus;
  /** Time since the capture's end; undefined while it runs. */
  readonly ageSeconds?: number;
}

/**
 * Returns the search for a request; undefined if it does not use the cache. Throws
 * `unsupported_option_combination` for credentials without a name.
 */
export function cacheLookupOf(
  keyRing: Pick<KeyRing, 'sign'>,
  {
    organizationId,
    projectId,
    boundProjectId,
    onlyKeyId,
    fields,
    cache,
    url,
    isTest,
  }: {
    readonly organizationId: string;
    readonly isTest: boolean;
    readonly projectId: number | undefined;
    readonly boundProjectId: number | null;
    readonly onlyKeyId?: number | undefined;
    readonly fields: CaptureOptions;
    readonly cache?: CacheRequest | undefined;
    readonly url: string | null;
  },
): CacheLookup | undefined {
  if (!cache) return undefined;
  requireCacheable(fields, cache);
  const name = cache.name;
  const project = projectId ?? boundProjectId;
  return {
    organizationId,
    key: cacheKeyOf(keyRing, { fields, url, projectId: project, name, isTest, onlyKeyId }),
    wish: { ...cache, acceptedVerdicts: fields.accept_verdicts ?? [] },
  };
}

/** Returns the capture that answers the request; undefined if there is none. */
export async function findCached(db: Db, lookup: CacheLookup): Promise<CacheFinding | undefined> {
  if (lookup.wish.isFresh) return undefined;
  return findingOf(await listCacheEntries(db, lookup), lookup.wish);
}

/**
 * Returns the capture that answers the request, as {@link findCached} does. Identical requests wait
 * until `tx` ends and then find the capture that it accepted.
 */
export async function claimCached(tx: Tx, lookup: CacheLookup): Promise<CacheFinding | undefined> {
  await lockCacheKey(tx, lookup);
  return findCached(tx, lookup);
}

/** Makes the capture just accepted the one that answers later requests. */
export function cacheAccepted(tx: Tx, lookup: CacheLookup, screenshotId: string): Promise<void> {
  return insertCacheEntry(tx, { ...lookup, screenshotId });
}

/** Returns the acceptance of a request by an earlier capture: free of charge. */
export function acceptanceOf({ entry }: CacheFinding) {
  const { id, projectId, status, ageSeconds } = entry;
  const cache: CacheOrigin = {
    status: 'hit',
    ...(isTerminal(status) && ageSeconds !== null && { ageSeconds }),
  };
  return { id, projectId, credits: 0, creditsRemaining: null, isReplay: false, cache };
}
