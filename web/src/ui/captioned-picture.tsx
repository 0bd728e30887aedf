import { useState } from 'react';
import { cn } from '../lib/cn.ts';
import { ownAddress } from '../lib/own-address.ts';
import { ExternalLink } from './button.tsx';

/** A whole picture over its caption, which opens in a tab of its own. Nothing where it cannot be loaded. */
export function CaptionedPicture(props: {
  src: string;
  alt: string;
  caption: string;
  /** Of the picture: how large it may become. */
  className: string;
}) {
  const { alt, caption, className } = props;
  const src = ownAddress(props.src);
  const [lost, setLost] = useState<string>();
  if (lost === src) return null;
  return (
    <figure className="grid justify-items-start gap-1.5">
      <ExternalLink href={src} className="block outline-offset-2">
        <img
          src={src}
          alt={alt}
          onError={() => setLost(src)}
          className={cn('h-auto w-auto max-w-full border border-line bg-card', className)}
        />
      </ExternalLink>
      <figcaption className="text-label text-muted">{caption}</figcaption>
    </figure>
  );
}
