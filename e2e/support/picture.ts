import type { Page } from '@playwright/test';

/** What a story asks of a picture. Units: px; `colours` are `#rrggbb` at the asked points. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly string[];
}

/** Lets the browser decode a PNG or JPEG; fails when the bytes are no picture. */
export function readPicture(
  page: Page,
  bytes: Buffer,
  points: readonly (readonly [x: number, y: number])[] = [],
): Promise<PictureFacts> {
  return page.evaluate(
    async ({ base64, wanted }) => {
      const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([raw]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(bitmap, 0, 0);
      const hex = (value: number) => value.toString(16).padStart(2, '0');
      const colours = wanted.map(([x, y]) => {
        const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
        return `#${hex(red)}${hex(green)}${hex(blue)}`;
      });
      return { width: bitmap.width, height: bitmap.height, colours };
    },
    { base64: bytes.toString('base64'), wanted: points },
  );
}
