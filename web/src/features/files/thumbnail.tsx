import { createContext, use, useState } from 'react';
import { sameOriginUrl } from '../../lib/api/same-origin-url.ts';

/**
 * True if new images may be loaded. During typing, the next keystroke would discard most of them.
 */
export const ThumbnailsContext = createContext(true);

/** Thumbnail of a capture at the full width of its box, cropped at the bottom; empty until the image has loaded. */
export function Thumbnail({ url }: { url: string }) {
  const mayRequest = use(ThumbnailsContext);
  const [requested, setRequested] = useState<string>();
  if (mayRequest && requested !== url) setRequested(url);
  // No `img` without a URL, because browsers render a border around one.
  if (requested !== url) return null;
  return (
    <img
      // Keyed by URL: an old image must not be shown until the next one has loaded.
      key={url}
      src={sameOriginUrl(url)}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      decoding="async"
      className="block h-auto w-full"
    />
  );
}
