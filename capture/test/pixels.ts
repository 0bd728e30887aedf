import sharp from 'sharp';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** A decoded image. */
export interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  at(x: number, y: number): Rgb;
}

/** Decodes a PNG or JPEG. */
export async function decode(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { limitInputPixels: false })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    widthPx: info.width,
    heightPx: info.height,
    at(x, y) {
      const start = (y * info.width + x) * 3;
      return [data[start] ?? -1, data[start + 1] ?? -1, data[start + 2] ?? -1];
    },
  };
}

/** Parses `#rrggbb`. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
