import { createContext, use, useState } from 'react';
import { ownAddress } from '../../lib/own-address.ts';

/** Whether new pictures may be asked for. While somebody types, the next key throws most of them away. */
export const ThumbnailsContext = createContext(true);

/** A small picture of a capture; nothing stands in its place until it has come. */
export function Thumbnail({ address }: { address: string }) {
  const mayAsk = use(ThumbnailsContext);
  const [asked, setAsked] = useState<string>();
  if (mayAsk && asked !== address) setAsked(address);
  // Not a picture without an address either: browsers draw an edge around one.
  if (asked !== address) return null;
  return (
    <img
      // Of its own for each address: an old picture must not stand until the next one has come.
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
