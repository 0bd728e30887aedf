import { isTerminal, type ScreenshotStatus, type VerdictKind } from '@shotwright/contract';
import type { CacheRequest } from './cache-request.rules.ts';

/** A capture in the cache. */
export interface CacheEntry {
  readonly id: string;
  readonly projectId: number;
  /** False: the capture before the newest one. */
  readonly isNewest: boolean;
  readonly status: ScreenshotStatus;
  readonly isRefunded: boolean;
  readonly verdictKind: VerdictKind | null;
  /** Time since its end; null while it runs. Unit: seconds. */
  readonly ageSeconds: number | null;
}

/** Request for a cached image: wishes, and the verdicts that it accepts. */
export type CacheWish = CacheRequest & { readonly acceptedVerdicts: readonly VerdictKind[] };

/** A capture that answers a request without a new charge. */
export interface CacheFinding {
  readonly entry: CacheEntry;
  /** True: a new capture is to be started, although this one answers. */
  readonly needsRefresh: boolean;
}

/**
 * Returns the capture that answers a request: a complete one of sufficient age, or the running one,
 * or one that failed just before. Returns undefined if a new one is needed.
 */
export function findingOf(
  entries: readonly CacheEntry[],
  wish: CacheWish,
): CacheFinding | undefined {
  const newest = entries.find(({ isNewest }) => isNewest);
  const usable = [...entries]
    .sort((one, other) => Number(other.isNewest) - Number(one.isNewest))
    .find((entry) => isUsable(entry, wish));
  if (usable && isYounger(usable, wish.ttlSeconds)) return { entry: usable, needsRefresh: false };
  const isRunning = newest !== undefined && !isTerminal(newest.status);
  // A good image of this age is usable.
  const isFailing = newest !== undefined && isYounger(newest, wish.failureSeconds);
  if (isRunning || isFailing) return { entry: usable ?? newest, needsRefresh: false };
  return usable && { entry: usable, needsRefresh: true };
}

/** True if the capture has an image that shows the page and is not too old. */
function isUsable(entry: CacheEntry, wish: CacheWish): boolean {
  const isGood = entry.status === 'COMPLETE' && showsPage(entry, wish.acceptedVerdicts);
  return isGood && isYounger(entry, wish.ttlSeconds + wish.staleSeconds);
}

/** True if an image shows what was asked for, so that it may be shown again. */
export function showsPage(
  { isRefunded, verdictKind }: Pick<CacheEntry, 'isRefunded' | 'verdictKind'>,
  acceptedVerdicts: readonly VerdictKind[],
): boolean {
  if (isRefunded) return false;
  const isGood = verdictKind === null || verdictKind === 'ok' || verdictKind === 'truncated';
  return isGood || acceptedVerdicts.includes(verdictKind);
}

function isYounger({ ageSeconds }: CacheEntry, seconds: number): boolean {
  return ageSeconds !== null && ageSeconds < seconds;
}
