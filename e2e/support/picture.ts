import type { Page } from '@playwright/test';

/** What a story asks of a picture. Units: px; `colours` are `#rrggbb` at the asked points. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly string[];
}

/** Lets the browser decode a PNG or JPEG; fails when the bytes are no picture. */
export async function readPicture(
  page: Page,
  bytes: Buffer,
  points: readonly (readonly [x: number, y: number])[] = [],
): Promise<PictureFacts> {
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
