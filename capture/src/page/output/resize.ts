import type { ImageResize } from '../../capture-spec.ts';
import type { ImageSize } from '../screenshot/image-header.ts';

/** Sizes of an image that is reduced. Device pixels. */
export interface ResizedImage {
  /** Size to which the image is scaled, and cropped with the fit `cover`. */
  readonly content: ImageSize;
  /** Size of the finished image: larger than the content if that is padded. */
  readonly image: ImageSize;
  /** Sides that were requested larger than the image is. */
  readonly tooLarge: readonly ('width' | 'height')[];
}

/** Returns the sizes of an image after it was reduced; it is never enlarged. */
export function resizedTo(resize: ImageResize, size: ImageSize): ResizedImage {
  const { widthPx, heightPx } = resize;
  const isProportional = widthPx === undefined || heightPx === undefined;
  const box = { widthPx: widthPx ?? Infinity, heightPx: heightPx ?? Infinity };
  const wider = box.widthPx / size.widthPx;
  const higher = box.heightPx / size.heightPx;
  if (resize.fit === 'inside' || resize.fit === 'contain' || isProportional) {
    const scale = Math.min(wider, higher);
    const content = scaled(size, Math.min(1, scale));
    const isPadded = resize.fit === 'contain' && !isProportional;
    const side = wider < higher ? 'width' : 'height';
    return isPadded
      ? { content, image: box, tooLarge: [] }
      : { content, image: content, tooLarge: scale > 1 ? [side] : [] };
  }
  const image = {
    widthPx: Math.min(box.widthPx, size.widthPx),
    heightPx: Math.min(box.heightPx, size.heightPx),
  };
  const tooLarge = [
    ...(wider > 1 ? (['width'] as const) : []),
    ...(higher > 1 ? (['height'] as const) : []),
  ];
  return { content: image, image, tooLarge };
}

function scaled({ widthPx, heightPx }: ImageSize, scale: number): ImageSize {
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  };
}
