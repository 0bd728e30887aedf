import { inFormat, type EncodedFormat } from '../page/output/encode-image.ts';
import type { ImageSize } from '../page/screenshot/image-header.ts';

/** A test image: its size in device pixels and its format. */
export type TestImage = ImageSize & EncodedFormat & { readonly isBackgroundOmitted: boolean };

const tileSize = { widthPx: 320, heightPx: 160 };
const paper = '#f4f1ea';
const ink = '#8a8478';

/** Letters of the mark as paths, because the fonts of machines differ. */
const letters = [
  'M0 0h50v12h-19v58h-12v-58h-19z',
  'M62 0h46v12h-34v17h30v12h-30v17h34v12h-46z',
  'M120 0h48v12h-36v17h36v41h-48v-12h36v-17h-36z',
  'M180 0h50v12h-19v58h-12v-58h-19z',
];

/** Tile that is repeated over the image. */
const tile = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${tileSize.widthPx}" height="${tileSize.heightPx}">` +
    `<path transform="translate(45 45)" fill="${ink}" d="${letters.join('')}"/></svg>`,
);

/** Returns an encoded image that repeats the mark TEST. */
export async function encodeTestImage(image: TestImage): Promise<Buffer> {
  const { widthPx: width, heightPx: height, isBackgroundOmitted } = image;
  const { default: sharp } = await import('sharp');
  const background = isBackgroundOmitted ? { r: 0, g: 0, b: 0, alpha: 0 } : paper;
  const blank = sharp({
    create: { width, height, channels: isBackgroundOmitted ? 4 : 3, background },
    limitInputPixels: false,
  });
  // The library composes no tile that is larger than the image.
  const mark = sharp(tile)
    .resize(Math.min(width, tileSize.widthPx), Math.min(height, tileSize.heightPx), {
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .png();
  const marked = blank.composite([
    { input: await mark.toBuffer(), tile: true, gravity: 'northwest' },
  ]);
  return inFormat(isBackgroundOmitted ? marked : marked.removeAlpha(), image).toBuffer();
}
