import type { Sharp } from 'sharp';
import type { CapturedImage } from '../../capture-result.ts';
import type { CaptureSpec, ImageFormat, ImageResize } from '../../capture-spec.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { Mutex } from '../../queue/mutex.ts';
import type { CapturePage } from '../capture-page.ts';
import { readImageSize, type ImageSize } from '../screenshot/image-header.ts';
import { isDocument } from './image-limits.ts';
import { resizedTo, type ResizedImage } from './resize.ts';

/** The higher efforts of the encoders take many times as long for a few percent of the size. */
const effort = { webp: 2, avif: 2, gif: 4 } as const;
const white = '#ffffff';

/**
 * Returns the image in the size and format of the request; an image that the browser rendered so is
 * returned unchanged. Encoders run in threads of their own, one image at a time, so that neither the
 * event loop nor the thread pool waits for them.
 */
export async function encodeImage(
  page: CapturePage,
  image: CapturedImage,
  encodingMutex: Mutex,
): Promise<CapturedImage> {
  const { spec, progress, limits } = page;
  const { fileType, resize } = spec;
  if (isDocument(fileType)) return image;
  if (image.contentType === `image/${fileType}` && resize === undefined) return image;
  const sizes = resize === undefined ? undefined : resizedTo(resize, image);
  for (const side of sizes?.tooLarge ?? []) {
    const sidePx = side === 'width' ? image.widthPx : image.heightPx;
    page.warnings.add(
      `image_${side}`,
      `The image has a ${side} of ${sidePx} pixels only and was not enlarged.`,
    );
  }
  const encoding = encodingMutex.pass(async () => {
    if (progress.error !== undefined) throw progress.error;
    return encode({ ...spec, fileType }, image, sizes);
  });
  const bytes = await progress.raceWithTimeout(encoding, limits.screenshotTimeoutMs, encodingError);
  const size = readImageSize(fileType, bytes);
  if (size === undefined || !isExpected(size, sizes?.image ?? image)) throw encodingError();
  return { bytes, contentType: `image/${fileType}`, ...size };
}

/** Format and quality of an image; quality as in the specification. */
export interface EncodedFormat {
  readonly fileType: ImageFormat;
  readonly quality: number;
}

/** Specification of a capture whose finished file is an image. */
type ImageSpec = CaptureSpec & { readonly fileType: ImageFormat };

async function encode(
  spec: ImageSpec,
  image: CapturedImage,
  sizes: ResizedImage | undefined,
): Promise<Buffer> {
  // Loaded here, because most captures do not need it.
  const { default: sharp } = await import('sharp');
  const rendered = sharp(image.bytes, { limitInputPixels: false, sequentialRead: true });
  const { resize } = spec;
  const resized = resize && sizes ? resizeImage(rendered, { resize, sizes }) : rendered;
  return inFormat(hasAlpha(spec) ? resized : resized.removeAlpha(), spec).toBuffer();
}

/** True if pixels of the finished image can be transparent. */
function hasAlpha({ isBackgroundOmitted, resize }: CaptureSpec): boolean {
  return isBackgroundOmitted === true || /^#.{8}$/.test(resize?.background ?? '');
}

function resizeImage(
  image: Sharp,
  { resize, sizes }: { readonly resize: ImageResize; readonly sizes: ResizedImage },
): Sharp {
  const { content, image: whole } = sizes;
  const scaled = image.resize(content.widthPx, content.heightPx, {
    fit: resize.fit === 'cover' ? 'cover' : 'fill',
    position: positionOf(resize),
    kernel: 'lanczos3',
  });
  const left = Math.floor((whole.widthPx - content.widthPx) / 2);
  const top = Math.floor((whole.heightPx - content.heightPx) / 2);
  const right = whole.widthPx - content.widthPx - left;
  const bottom = whole.heightPx - content.heightPx - top;
  if (left + top + right + bottom === 0) return scaled;
  return scaled.extend({ left, top, right, bottom, background: resize.background });
}

/** Returns the position as the library names it: `left top`. */
function positionOf({ position }: ImageResize): string {
  return position.split('_').toReversed().join(' ');
}

/** Returns the image in the format and quality of the request. */
export function inFormat(image: Sharp, { fileType, quality }: EncodedFormat): Sharp {
  switch (fileType) {
    case 'jpeg':
      return image.flatten({ background: white }).jpeg({ quality });
    case 'webp':
      return image.webp({ quality, effort: effort.webp });
    case 'avif':
      return image.avif({ quality, effort: effort.avif, chromaSubsampling: '4:4:4' });
    case 'gif':
      return image.gif({ effort: effort.gif });
    case 'png':
    default:
      return image.png();
  }
}

function isExpected(actual: ImageSize, expected: ImageSize): boolean {
  return actual.widthPx === expected.widthPx && actual.heightPx === expected.heightPx;
}

function encodingError(): CaptureError {
  return new CaptureError('render_timeout', 'The image could not be encoded in time.');
}
