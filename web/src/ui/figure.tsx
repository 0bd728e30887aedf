import { useState } from 'react';
import { cn } from '../lib/cn.ts';
import { sameOriginUrl } from '../lib/api/same-origin-url.ts';
import { ExternalLink } from './button.tsx';

/**
 * Full image above its caption; opens in a new tab. Renders nothing if the image cannot be loaded.
 */
export function Figure(props: {
  src: string;
  alt: string;
  caption: string;
  /** Classes of the image, which limit its size. */
  className: string;
}) {
  const { alt, caption, className } = props;
  const src = sameOriginUrl(props.src);
  const [failedSrc, setFailedSrc] = useState<string>();
  if (failedSrc === src) return null;
  return (
    <figure className="grid justify-items-start gap-1.5">
      <ExternalLink href={src} className="block outline-offset-2">
        <img
          src={src}
          alt={alt}
          onError={() => setFailedSrc(src)}
          className={cn('h-auto w-auto max-w-full border border-line bg-card', className)}
        />
      </ExternalLink>
      <figcaption className="text-label text-muted">{caption}</figcaption>
    </figure>
  );
}
