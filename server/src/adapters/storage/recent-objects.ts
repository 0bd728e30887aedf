import type { ObjectStore } from './object-store.ts';

/** Maximum size and age of the cached objects. */
export interface RecentLimits {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

const defaults: RecentLimits = { maxBytes: 16 * 2 ** 20, maxAgeMs: 5_000 };

interface RecentObject {
  readonly bytes: Buffer;
  readonly storedAtMs: number;
}

/**
 * Wraps a store with a cache of recently stored objects, because a client that waits for an image
 * reads it once, just after it was put. Cached objects were stored and verified before; a second or
 * later read uses the store.
 */
export function cacheRecentObjects(
  store: ObjectStore,
  limits: RecentLimits = defaults,
): ObjectStore {
  const recent = new Map<string, RecentObject>();
  let cachedBytes = 0;

  const take = (key: string): RecentObject | undefined => {
    const found = recent.get(key);
    if (found === undefined) return undefined;
    recent.delete(key);
    cachedBytes -= found.bytes.length;
    return found;
  };
  const isOld = ({ storedAtMs }: RecentObject): boolean =>
    performance.now() - storedAtMs > limits.maxAgeMs;
  const keep = (key: string, bytes: Uint8Array): void => {
    take(key);
    recent.set(key, {
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      storedAtMs: performance.now(),
    });
    cachedBytes += bytes.byteLength;
    for (const [oldest, object] of recent) {
      if (cachedBytes <= limits.maxBytes && !isOld(object)) break;
      take(oldest);
    }
  };
  return {
    ...store,
    put: async (key, bytes, options) => {
      take(key);
      const stored = await store.put(key, bytes, options);
      keep(key, bytes);
      return stored;
    },
    read: async (key) => {
      const found = take(key);
      return found === undefined || isOld(found) ? store.read(key) : found.bytes;
    },
    remove: async (keys) => {
      for (const key of keys) take(key);
      await store.remove(keys);
    },
  };
}
