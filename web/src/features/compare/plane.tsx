import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import type { Zoom } from '../files/preview/zoom.rules.ts';
import { regionStyle, type Region, type Size } from './compare.rules.ts';

/** Least zoom at which single pixels are shown with sharp edges. */
const sharpZoom = 2;

/** Area that both images cover together, at a zoom level; its layers lie on top of one another. */
export function Plane(props: { area: Size; zoom: Zoom; children: ReactNode; className?: string }) {
  const { area, zoom } = props;
  const isFitted = zoom === 'fit';
  return (
    <div
      style={{
        width: isFitted ? `min(100%, ${String(area.width)}px)` : `${String(area.width * zoom)}px`,
        aspectRatio: `${String(area.width)} / ${String(area.height)}`,
      }}
      className={cn(
        'relative mx-auto overflow-clip bg-grey-wash outline outline-line',
        !isFitted && zoom >= sharpZoom && '[image-rendering:pixelated]',
        props.className,
      )}
    >
      {props.children}
    </div>
  );
}

/** Image at the top left corner of the area, at the scale of the area. */
export function ImageLayer(props: {
  src: string;
  alt: string;
  size: Size;
  area: Size;
  onLost: () => void;
  opacity?: number;
}) {
  const { size, area } = props;
  return (
    <img
      src={props.src}
      alt={props.alt}
      draggable={false}
      onError={props.onLost}
      style={{
        ...regionStyle({ ...size, x: 0, y: 0 }, area),
        ...(props.opacity !== undefined && { opacity: props.opacity }),
      }}
      className="absolute max-w-none select-none"
    />
  );
}

const markers = {
  ignored:
    'border border-ink/50 bg-white/55 bg-[repeating-linear-gradient(-45deg,rgb(22_24_29/0.28)_0_1.5px,transparent_1.5px_7px)]',
  drawn: 'border-2 border-cobalt bg-cobalt/15',
  changed: 'outline outline-offset-2 outline-red/60',
  shown: 'outline-2 outline-offset-4 outline-cobalt',
} as const;

/** Region of the area that is marked on the images. */
export function Marker({
  region,
  area,
  kind,
}: {
  region: Region;
  area: Size;
  kind: keyof typeof markers;
}) {
  return (
    <span
      aria-hidden="true"
      data-marker={kind}
      style={regionStyle(region, area)}
      className={cn('pointer-events-none absolute', markers[kind])}
    />
  );
}
