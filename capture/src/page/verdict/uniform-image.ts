import type { CapturedImage } from '../../capture-result.ts';

/**
 * A PNG of one colour has 0.018 bytes per pixel, one with a screen of text 0.12. The header matters
 * in small images.
 */
const maxBytesPerPixel = 0.03;
const headerBytes = 1_024;
const sampleWidthPx = 64;
const sampleHeightPx = 40;
const sameShare = 0.99;

/**
 * Returns true if the image has one colour, apart from a few pixels. Decodes it only if it
 * compresses to almost nothing.
 */
export async function isUniform({ bytes, widthPx, heightPx }: CapturedImage): Promise<boolean> {
  if (bytes.length > headerBytes + widthPx * heightPx * maxBytesPerPixel) return false;
  // Loaded here, because hardly any capture needs it.
  const { default: sharp } = await import('sharp');
  const data = await sharp(bytes, { limitInputPixels: false })
    .removeAlpha()
    .resize(sampleWidthPx, sampleHeightPx, { kernel: 'nearest', fit: 'fill' })
    .raw()
    .toBuffer();
  const counts = new Map<number, number>();
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    const color = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return Math.max(...counts.values()) >= sampleWidthPx * sampleHeightPx * sameShare;
}
