import type { Page } from '@playwright/test';

/**
 * Properties of an image that a story checks. Units: px; `colours` are `#rrggbb` at the requested
 * points.
 */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly string[];
}

/** Decodes a PNG or JPEG in the browser; fails if the bytes are not an image. */
export async function readImage(
  page: Page,
  bytes: Buffer,
  points: readonly (readonly [x: number, y: number])[] = [],
): Promise<ImageFacts> {
  const { pixels, ...size } = await page.evaluate(
    async ({ base64, wanted }) => {
      const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([raw]));
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d', {
        willReadFrequently: true,
      })!;
      context.drawImage(bitmap, 0, 0);
      return {
        width,
        height,
        pixels: wanted.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]),
      };
    },
    { base64: bytes.toString('base64'), wanted: points },
  );
  const colours = pixels.map((rgba) => `#${Buffer.from(rgba.slice(0, 3)).toString('hex')}`);
  return { ...size, colours };
}
