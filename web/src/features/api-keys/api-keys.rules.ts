import type { ApiKey } from '@shotwright/contract';

/** How much of a key's limit is used: 0 to 1 and above; undefined where it has none. */
export function usageShare(key: Pick<ApiKey, 'monthlyUsage' | 'monthlyLimit'>): number | undefined {
  return key.monthlyLimit ? key.monthlyUsage / key.monthlyLimit : undefined;
}

/** From which share on a key's use is a warning, and from which it is urgent. Source: acceptance AK-12. */
export const usageMarks = { warning: 0.75, urgent: 0.95 } as const;

/** A typed limit: a whole number from 1 on, null for unlimited, undefined for anything else (ruling RL-9). */
export function readLimit(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!/^\d{1,10}$/.test(trimmed)) return undefined;
  const limit = Number(trimmed);
  if (limit > 1_000_000_000) return undefined;
  return limit === 0 ? null : limit;
}

const dayMs = 86_400_000;

/** Whether a key was used in the last 24 hours. Units of `now`: ms since 1970. */
export function isUsedLately(key: Pick<ApiKey, 'lastUsedAt'>, now: number = Date.now()): boolean {
  return key.lastUsedAt !== null && now - Date.parse(key.lastUsedAt) < dayMs;
}

/** The first request every sample makes. */
export const sampleBody = { url: 'https://example.com', response_type: 'image' } as const;
