import { ticketImageErrors, ticketLimits } from '@shotwright/contract';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../../shared/app-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { isAnimatedPng, imageKindOf, type ImageKind } from './image-kind.rules.ts';

/**
 * A re-encoded image: upright, without metadata, with nothing of the uploaded file except its
 * pixels.
 */
export interface ReencodedImage {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Re-encodes an uploaded file. Throws `image_not_readable` (415) and `image_too_big` (413). */
export type ReencodeImage = (uploaded: Buffer, signal: AbortSignal) => Promise<ReencodedImage>;

const deadlineSeconds = 15;

const notReadable = (cause?: unknown) =>
  new AppError({
    code: 'image_not_readable',
    message:
      'Only still images in PNG, JPEG, WebP or GIF can be attached. At least one of the files is not.',
    cause,
  });

const tooManyPixels = () =>
  new AppError({
    code: ticketImageErrors.tooBig.code,
    message: `Each image must be at most ${ticketLimits.imagePixels / 1_000_000} million pixels large.`,
  });

/** Creates a {@link ReencodeImage} that decodes at most two images at a time in this process. */
export function createReencodeImage(): ReencodeImage {
  const semaphore = createSemaphore(2);
  return async (uploaded, signal) => {
    const kind = imageKindOf(uploaded);
    if (!kind || (kind === 'png' && isAnimatedPng(uploaded))) throw notReadable();
    return semaphore.run(() => reencode(uploaded, kind), signal);
  };
}

async function reencode(uploaded: Buffer, kind: ImageKind): Promise<ReencodedImage> {
  const open = () =>
    sharp(uploaded, { limitInputPixels: ticketLimits.imagePixels, failOn: 'error' });
  // Reads the header only, so that nothing is decoded before its size is known.
  const header = await sharp(uploaded, { limitInputPixels: false, animated: true })
    .metadata()
    .catch((error: unknown) => {
      throw notReadable(error);
    });
  checkHeader(header, kind);
  const upright = () => open().timeout({ seconds: deadlineSeconds }).autoOrient();
  const isPhoto = kind === 'jpeg' || (kind === 'webp' && !header.hasAlpha);
  const encodeImage = (isAgain: boolean) =>
    isPhoto
      ? encode(asJpeg(upright(), isAgain ? 80 : 90))
      : encode(upright().png({ compressionLevel: isAgain ? 9 : 6 }));
  const encoded = await encodeImage(false);
  // The output equals the input if the file was re-encoded here before. No file is stored exactly
  // as uploaded.
  if (encoded.bytes.equals(uploaded)) return encodeImage(true);
  return encoded.bytes.length < ticketLimits.imageBytes ? encoded : encode(asJpeg(upright(), 80));
}

function checkHeader(header: Metadata, kind: ImageKind): void {
  if (header.format !== kind || (header.pages ?? 1) > 1) throw notReadable();
  if (header.width * header.height > ticketLimits.imagePixels) throw tooManyPixels();
}

function asJpeg(image: Sharp, quality: number): Sharp {
  return image.flatten({ background: '#ffffff' }).jpeg({ quality });
}

async function encode(image: Sharp): Promise<ReencodedImage> {
  try {
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      contentType: info.format === 'png' ? 'image/png' : 'image/jpeg',
      widthPx: info.width,
      heightPx: info.height,
    };
  } catch (error) {
    throw notReadable(error);
  }
}
