import type { CaptureSpec, DocumentFormat, ImageFormat } from '../../capture-spec.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CaptureLimits } from '../../limits.ts';
import type { ImageSize } from '../screenshot/image-header.ts';
import { resizedTo } from './resize.ts';

/**
 * Longest side that an encoder writes; beyond it Chromium returns an empty image. Source: jmorecfg.h,
 * RFC 9649 §1, GIF89a §18.
 */
const maxSidesPx: Readonly<Record<ImageFormat, number>> = {
  png: Infinity,
  jpeg: 65_500,
  webp: 16_383,
  avif: 65_535,
  gif: 65_535,
};
/** Pixels of an AVIF; 16 million take seconds to encode. */
const maxAvifPx = 16_000_000;
const names = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP', avif: 'AVIF', gif: 'GIF' } as const;

/** Returns the longest side of an image in a format. Device pixels. */
export function maxSidePx(format: ImageFormat): number {
  return maxSidesPx[format];
}

/** Formats that the browser encodes. */
export type RenderedFormat = Extract<ImageFormat, 'png' | 'jpeg' | 'webp'>;

/** True if the format is none of an image. */
export function isDocument(format: CaptureSpec['fileType']): format is DocumentFormat {
  return !(format in maxSidesPx);
}

/**
 * Returns the format that the browser renders: PNG if the image is encoded again afterwards, and JPEG
 * for the image beside a document.
 */
export function renderedFormat({ fileType, resize, fullPage }: CaptureSpec): RenderedFormat {
  if (isDocument(fileType)) return 'jpeg';
  if (fullPage?.areStickyElementsKept === true) return 'png';
  if (resize !== undefined || fileType === 'avif' || fileType === 'gif') return 'png';
  return fileType;
}

/** Throws `image_too_large` if the image cannot be rendered, or not be encoded as requested. */
export function assertWithinLimits(
  spec: CaptureSpec,
  limits: CaptureLimits,
  size: ImageSize,
): void {
  const rendered = { widthPx: Math.round(size.widthPx), heightPx: Math.round(size.heightPx) };
  const fileType = isDocument(spec.fileType) ? renderedFormat(spec) : spec.fileType;
  const { widthPx, heightPx } = spec.resize ? resizedTo(spec.resize, rendered).image : rendered;
  const limit =
    areaOf(rendered) > limits.maxImagePx
      ? `at most ${Math.floor(limits.maxImagePx / 1e6)} million are allowed`
      : formatLimit(fileType, { widthPx, heightPx });
  if (limit === undefined) return;
  throw new CaptureError(
    'image_too_large',
    `The image would have ${widthPx} × ${heightPx} pixels, and ${limit}. Use a smaller width or a lower scale.`,
  );
}

function formatLimit(format: ImageFormat, size: ImageSize): string | undefined {
  const sidePx = Math.max(size.widthPx, size.heightPx);
  if (sidePx > maxSidesPx[format])
    return `a ${names[format]} can be at most ${maxSidesPx[format]} pixels wide and high`;
  if (format === 'avif' && areaOf(size) > maxAvifPx)
    return `an AVIF can have at most ${maxAvifPx / 1e6} million`;
  return undefined;
}

function areaOf({ widthPx, heightPx }: ImageSize): number {
  return widthPx * heightPx;
}
