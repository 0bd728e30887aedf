import type { ApiKey } from '@shotwright/contract';

/**
 * Returns the used share of a key's limit, 0 to 1 or above, or undefined if the key has no limit.
 */
export function usageShare(key: Pick<ApiKey, 'monthlyUsage' | 'monthlyLimit'>): number | undefined {
  return key.monthlyLimit ? key.monthlyUsage / key.monthlyLimit : undefined;
}

/**
 * Parses a limit: a whole number of at least 1, null for unlimited, undefined for anything else
 * (ruling RL-9).
 */
export function readLimit(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!/^\d{1,10}$/.test(trimmed)) return undefined;
  const limit = Number(trimmed);
  if (limit > 1_000_000_000) return undefined;
  return limit === 0 ? null : limit;
}

const dayMs = 86_400_000;

/** True if the key was used in the last 24 hours. Units of `now`: ms since 1970. */
export function isUsedRecently(key: Pick<ApiKey, 'lastUsedAt'>, now: number = Date.now()): boolean {
  return key.lastUsedAt !== null && now - Date.parse(key.lastUsedAt) < dayMs;
}

/** Request body used by every sample. */
export const sampleBody = { url: 'https://example.com', response_type: 'image' } as const;
