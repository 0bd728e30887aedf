import sharp from 'sharp';

/** Image that is made smaller, for programs that read it. */
export interface ReducedImage {
  readonly bytes: Buffer;
  readonly contentType: 'image/webp';
  readonly widthPx: number;
  readonly heightPx: number;
}

const maxBytes = 700_000;
/** Ratio of height to width from which an image is cut to its top, because its text would be lost. */
const maxRatio = 2;
const maxInputPx = 2 ** 28;
const quality = 75;
/** Factor by which an image that is still too large is made smaller. */
const shrinkage = 0.8;

/**
 * Returns the image with a longest side of at most `maxSidePx` and at most 700 kB. The end of a tall
 * page is cut off.
 */
export async function reduceImage(image: Buffer, maxSidePx: number): Promise<ReducedImage> {
  const source = sharp(image, { limitInputPixels: maxInputPx });
  const { width, height } = await source.metadata();
  const top = source.extract({
    left: 0,
    top: 0,
    width,
    height: Math.min(height, width * maxRatio),
  });
  for (let sidePx = maxSidePx; ; sidePx = Math.floor(sidePx * shrinkage)) {
    const { data, info } = await top
      .clone()
      .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    if (data.length > maxBytes) continue;
    return { bytes: data, contentType: 'image/webp', widthPx: info.width, heightPx: info.height };
  }
}
