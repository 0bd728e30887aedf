import { createContext, use, useState } from 'react';

/** Whether new pictures may be asked for. While somebody types, the next key throws most of them away. */
export const ThumbnailsContext = createContext(true);

/** A small picture of a capture; nothing stands in its place until it has come. */
export function Thumbnail({ address }: { address: string }) {
  const mayAsk = use(ThumbnailsContext);
  const [asked, setAsked] = useState<string>();
  if (mayAsk && asked !== address) setAsked(address);
  return (
    <img
      src={asked === address ? address : undefined}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      decoding="async"
      className="size-full object-cover object-top"
    />
  );
}
