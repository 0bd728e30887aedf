import {
  cacheKeyOptionsOf,
  findOptionConflict,
  listItems,
  secretOptionNames,
  type CaptureOptions,
  type HtmlCapture,
  type UrlCapture,
} from '@shotwright/contract';
import type { KeyRing } from '../../../lib/crypto.ts';
import { invalidField } from '../../../shared/app-error.ts';

/** Wishes of a request about the cache. Units: seconds. */
export interface CacheRequest {
  /** Greatest age of an image that needs no new capture. */
  readonly ttlSeconds: number;
  /** Further age at which an image is returned while a new one is captured. */
  readonly staleSeconds: number;
  /** True: a new image is captured whatever the cache has. */
  readonly isFresh: boolean;
  /** Separates images of otherwise identical requests. */
  readonly name: string | undefined;
  /** Time for which a failed capture is not repeated; 0: the next request captures again. */
  readonly failureSeconds: number;
}

type CacheFields = Pick<
  UrlCapture | HtmlCapture,
  'cache' | 'cache_ttl' | 'cache_key' | 'fresh' | 'stale_while_revalidate'
>;

/** Returns the wishes of a parsed request; undefined if it does not use the cache. */
export function readCacheRequest({
  cache,
  cache_ttl,
  cache_key,
  fresh,
  stale_while_revalidate,
}: CacheFields): CacheRequest | undefined {
  const fields = { cache, cache_ttl, cache_key, fresh, stale_while_revalidate };
  const conflict = findOptionConflict(fields);
  if (conflict) {
    throw invalidField(conflict.name, conflict.message, 'unsupported_option_combination');
  }
  if (!cache) return undefined;
  return {
    ttlSeconds: cache_ttl,
    staleSeconds: stale_while_revalidate,
    isFresh: fresh,
    name: cache_key,
    failureSeconds: 0,
  };
}

/** Options with which a page may show what only one visitor may see. */
const personalNames: readonly string[] = secretOptionNames.filter((name) => name !== 'proxy_url');

/**
 * Requires a name for cached images of pages that may show what only one visitor may see, so that no
 * image is shared by mistake.
 */
export function requireCacheable(fields: CaptureOptions, { name }: CacheRequest): void {
  if (name !== undefined) return;
  const personal = Object.entries(fields)
    .filter(([option, value]) => personalNames.includes(option) && value !== undefined)
    .map(([option]) => option);
  if (personal.length === 0) return;
  const message = `cannot be combined with ${listItems(personal)} without cache_key, because the image may show what only one visitor may see`;
  throw invalidField('cache', message, 'unsupported_option_combination');
}

/** Increased by releases that capture the same request differently. */
const imageVersion = 1;

/**
 * Returns the key of a request's images. Keyed, because the options may contain passwords, which a
 * plain hash in a copy of the database would let an attacker guess.
 */
export function cacheKeyOf(
  keyRing: Pick<KeyRing, 'sign'>,
  {
    fields,
    url,
    projectId,
    name,
    isTest,
    onlyKeyId,
  }: {
    readonly fields: CaptureOptions;
    /** Normalised URL; null for pasted HTML. */
    readonly url: string | null;
    readonly projectId: number | null;
    readonly name: string | undefined;
    readonly isTest: boolean;
    /** API key that has a cache of its own. */
    readonly onlyKeyId?: number | undefined;
  },
): string {
  const options = cacheKeyOptionsOf(url === null ? fields : { ...fields, url });
  const key = [imageVersion, projectId, name, options];
  const owner = onlyKeyId === undefined ? [] : [`key ${onlyKeyId}`];
  return keyRing.sign(
    'capture-cache',
    JSON.stringify([...key, ...(isTest ? ['test'] : []), ...owner]),
  );
}
