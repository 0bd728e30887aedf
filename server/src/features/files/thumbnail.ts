import sharp from 'sharp';

/** A small image of the top of a screenshot, with its aspect ratio preserved. */
export interface Thumbnail {
  readonly bytes: Buffer;
  readonly contentType: 'image/webp';
  readonly widthPx: number;
  readonly heightPx: number;
}

const maxWidthPx = 640;
const maxHeightPx = 480;
const maxInputPx = 2 ** 28;

/** Renders the thumbnail of an encoded image; a tall page is cropped to its top. */
export async function renderThumbnail(image: Buffer): Promise<Thumbnail> {
  const source = sharp(image, { limitInputPixels: maxInputPx });
  const { width, height } = await source.metadata();
  const scale = Math.min(1, maxWidthPx / width);
  const cut = Math.max(1, Math.min(height, Math.round(maxHeightPx / scale)));
  const { data, info } = await source
    .extract({ left: 0, top: 0, width, height: cut })
    .resize({ width: Math.max(1, Math.round(width * scale)) })
    .webp({ quality: 80, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, contentType: 'image/webp', widthPx: info.width, heightPx: info.height };
}
