import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { createRandom, jpegImage, pngOf } from '../site/images.ts';
import { decodeImage } from './decode-image.ts';

const size = { widthPx: 7, heightPx: 10 };

/** Packs lines of pixels with the five filters of PNG in turn. */
function packed(pixels: Buffer, step: number): Buffer {
  const stride = size.widthPx * step;
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (pixels[y * stride + x] ?? 0));
  const lines = Buffer.alloc((stride + 1) * size.heightPx);
  for (let y = 0; y < size.heightPx; y += 1) {
    lines[y * (stride + 1)] = y % 5;
    for (let x = 0; x < stride; x += 1) {
      const [left, up, upLeft] = [at(x - step, y), at(x, y - 1), at(x - step, y - 1)];
      const sum = left + up - upLeft;
      const nearest = [left, up, upLeft].toSorted((a, b) => Math.abs(sum - a) - Math.abs(sum - b));
      const guesses = [0, left, up, Math.floor((left + up) / 2), nearest[0] ?? 0];
      lines[y * (stride + 1) + 1 + x] = at(x, y) - (guesses[y % 5] ?? 0);
    }
  }
  return deflateSync(lines);
}

test.each([
  ['RGB', 2, 3],
  ['RGBA', 6, 4],
])('every filter of an %s PNG is decoded', (_name, colorType, step) => {
  const random = createRandom(5);
  const pixels = Buffer.from(
    Array.from({ length: size.widthPx * size.heightPx * step }, () => Math.floor(random() * 256)),
  );
  const png = pngOf(size, { format: [8, colorType], data: packed(pixels, step) });
  const image = decodeImage(png);
  expect(image).toMatchObject({ type: 'png', ...size });
  for (let y = 0; y < size.heightPx; y += 1) {
    for (let x = 0; x < size.widthPx; x += 1) {
      const at = (y * size.widthPx + x) * step;
      expect(image.at(x, y)).toEqual([...pixels.subarray(at, at + 3)]);
    }
  }
});

test('a JPEG is decoded', () => {
  const image = decodeImage(jpegImage({ widthPx: 20, heightPx: 30 }, 1));
  expect(image).toMatchObject({ type: 'jpeg', widthPx: 20, heightPx: 30 });
});

test('a truncated image and other content are rejected', () => {
  const png = pngOf(size, { format: [8, 2], data: deflateSync(Buffer.alloc(22 * 3)) });
  expect(() => decodeImage(png)).toThrow('pixels missing');
  expect(() => decodeImage(Buffer.from('{"status":"error"}'))).toThrow('no image but 18 bytes');
});
