import type { AnnotationRequest, Crop } from '@shotwright/contract';
import {
  annotationLimits,
  annotatedFormats,
  imageFormats,
  type AnnotatedFormat,
} from '@shotwright/contract/paths';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { drawMarks } from './draw-marks.ts';
import { isDrawn } from './marks-svg.ts';
import { pixelate, type Pixels } from './pixelate.ts';

/** An encoded image and what is to be done with it. */
export interface AnnotationInput extends AnnotationRequest {
  readonly bytes: Uint8Array;
}

/** An encoded copy. */
export interface AnnotatedImage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Result of annotating; `animated`: the image has several frames; `outside`: the image is smaller than
 * its row said.
 */
export type AnnotationResult = AnnotatedImage | { readonly error: 'animated' | 'outside' };

const quality = 90;
const limitInputPixels = annotationLimits.imagePx;

/**
 * Returns a copy of the image with blurred regions, marks and crop, in the format of the image; for
 * formats without one of {@link annotatedFormats}, as PNG. The pixels of blurred regions and those
 * outside of the crop are in no part of it. Needs little more memory than the decoded image.
 */
export async function annotateImage({
  bytes,
  marks,
  crop,
}: AnnotationInput): Promise<AnnotationResult> {
  const image = sharp(bytes, { limitInputPixels });
  const metadata = await image.metadata();
  const { width, height, pages = 1 } = metadata;
  if (pages > 1) return { error: 'animated' };
  const area = crop ?? { x: 0, y: 0, width, height };
  if (area.x + area.width > width || area.y + area.height > height) return { error: 'outside' };
  const pixels = await decode(image, area);
  for (const mark of marks) {
    const region = mark.type === 'blur' && commonOf(mark, area);
    if (region) pixelate(pixels, { ...region, x: region.x - area.x, y: region.y - area.y });
  }
  await drawMarks(pixels, marks.filter(isDrawn), area);
  const raw = { width: area.width, height: area.height, channels: pixels.channels };
  const { format, contentType } = formatOf(metadata);
  const copy = sharp(pixels.data, { raw, limitInputPixels });
  const encoded = await encoders[format](copy).toBuffer();
  return { bytes: encoded, contentType, widthPx: area.width, heightPx: area.height };
}

async function decode(image: Sharp, { x: left, y: top, width, height }: Crop): Promise<Pixels> {
  const { data, info } = await image
    .extract({ left, top, width, height })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels === 4 || info.channels === 3) return { data, width, channels: info.channels };
  throw new Error(`An image has ${info.channels} channels`);
}

/** Returns the part of a region that is in an area; undefined if there is none. */
function commonOf(region: Crop, area: Crop): Crop | undefined {
  const [x, y] = [Math.max(region.x, area.x), Math.max(region.y, area.y)];
  const width = Math.min(region.x + region.width, area.x + area.width) - x;
  const height = Math.min(region.y + region.height, area.y + area.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

function formatOf({ format: given }: Metadata): { format: AnnotatedFormat; contentType: string } {
  const format = annotatedFormats.find((one) => one === given) ?? 'png';
  return { format, contentType: imageFormats[format].contentType };
}

const encoders: Readonly<Record<AnnotatedFormat, (image: Sharp) => Sharp>> = {
  png: (image) => image.png({ compressionLevel: 6 }),
  // Without subsampling, because thin red lines would lose their colour.
  jpeg: (image) => image.jpeg({ quality, chromaSubsampling: '4:4:4' }),
  webp: (image) => image.webp({ quality, effort: 2 }),
};
