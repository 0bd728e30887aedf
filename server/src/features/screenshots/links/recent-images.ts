import type { Clock } from '../../../lib/clock.ts';
import type { StoredImage } from '../screenshots.store.ts';

/** A verified request for an image, with the headers of its response. */
export interface RecentImage {
  readonly file: Pick<StoredImage, 'sizeBytes'>;
  /** End of the link, in seconds since 1970; null if it has none. */
  readonly expires: number | null;
  /** Bytes of the image, once they were read. */
  body?: Buffer;
}

/** Images of links that were just verified, in the memory of this process. */
export interface RecentImages<T extends RecentImage> {
  find(key: string): T | undefined;
  add(key: string, image: T): void;
}

/**
 * Time for which a link is not verified and searched again. Below the resolution of `max-age`, so
 * that no client sees the difference; a page with thousands of readers costs one search a second.
 */
const recentMs = 1_000;
const limits = { count: 500, bytes: 64 * 1024 * 1024, bytesEach: 4 * 1024 * 1024 };

/** Creates empty {@link RecentImages}; the oldest are removed first. */
export function createRecentImages<T extends RecentImage>(clock: Clock): RecentImages<T> {
  const images = new Map<string, { readonly image: T; readonly untilMs: number }>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= images.get(key)?.image.file.sizeBytes ?? 0;
    images.delete(key);
  };
  return {
    find: (key) => {
      const known = images.get(key);
      if (!known) return undefined;
      const nowMs = clock.now().getTime();
      const isValid = nowMs < known.untilMs && nowMs <= (known.image.expires ?? Infinity) * 1_000;
      if (!isValid) remove(key);
      return isValid ? known.image : undefined;
    },
    add: (key, image) => {
      remove(key);
      if (image.file.sizeBytes > limits.bytesEach) return;
      images.set(key, { image, untilMs: clock.now().getTime() + recentMs });
      bytes += image.file.sizeBytes;
      for (const oldest of images.keys()) {
        if (images.size <= limits.count && bytes <= limits.bytes) break;
        remove(oldest);
      }
    },
  };
}
