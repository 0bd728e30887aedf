import { createContext, use, useState } from 'react';
import { ownAddress } from '../../lib/own-address.ts';

/**
 * True if new images may be loaded. During typing, the next keystroke would discard most of them.
 */
export const ThumbnailsContext = createContext(true);

/** Thumbnail of a capture; nothing is shown until it has loaded. */
export function Thumbnail({ address }: { address: string }) {
  const mayAsk = use(ThumbnailsContext);
  const [asked, setAsked] = useState<string>();
  if (mayAsk && asked !== address) setAsked(address);
  // No `img` without a URL, because browsers render a border around one.
  if (asked !== address) return null;
  return (
    <img
      // Keyed by URL: an old image must not be shown until the next one has loaded.
      key={address}
      src={ownAddress(address)}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      decoding="async"
      className="size-full object-cover object-top"
    />
  );
}
