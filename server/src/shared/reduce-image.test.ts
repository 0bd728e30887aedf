import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { reduceImage } from './reduce-image.ts';

const imageOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#08f' } })
    .png()
    .toBuffer();

test.each([
  [[1_280, 720], 640, [640, 360]],
  [[1_280, 720], 4_096, [1_280, 720]],
  [[1_000, 9_000], 1_568, [784, 1_568]],
  [[300, 60], 64, [64, 13]],
] as const)(
  '[MC-6] an image of %j within %i has the size %j',
  async ([width, height], side, size) => {
    const { bytes, widthPx, heightPx } = await reduceImage(await imageOf(width, height), side);
    expect([widthPx, heightPx]).toEqual(size);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: size[0] });
  },
);

test('[MC-6] an image that no encoder compresses well has at most 700 kB', async () => {
  const noise = { width: 1_600, height: 1_600, channels: 3 } as const;
  const image = await sharp(randomBytes(1_600 * 1_600 * 3), { raw: noise })
    .png()
    .toBuffer();
  const { bytes, widthPx } = await reduceImage(image, 1_568);
  expect(bytes.length).toBeLessThanOrEqual(700_000);
  expect(widthPx).toBeGreaterThan(600);
});
