import sharp from 'sharp';
import { expect, test } from 'vitest';
import { renderThumbnail } from './thumbnail.ts';

const red = { r: 220, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 220 };

function image(width: number, height: number, background = red): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

test.each([
  { width: 1_280, height: 720, thumbnail: [640, 360] },
  { width: 1_280, height: 20_000, thumbnail: [640, 480] },
  { width: 320, height: 200, thumbnail: [320, 200] },
  { width: 7_680, height: 100, thumbnail: [640, 8] },
  { width: 1, height: 1, thumbnail: [1, 1] },
])(
  'an image of $width×$height has the same aspect ratio in its thumbnail',
  async ({ width, height, thumbnail }) => {
    const rendered = await renderThumbnail(await image(width, height));
    expect([rendered.widthPx, rendered.heightPx]).toEqual(thumbnail);
    const { format, width: realWidth } = await sharp(rendered.bytes).metadata();
    expect([format, realWidth]).toEqual(['webp', rendered.widthPx]);
  },
);

test('a tall image is cropped from the top', async () => {
  const tall = await sharp(await image(800, 5_000, blue))
    .composite([{ input: await image(800, 600), left: 0, top: 0 }])
    .png()
    .toBuffer();
  const { bytes } = await renderThumbnail(tall);
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(dominant.b);
});

test('bytes that are not an image are rejected', async () => {
  await expect(renderThumbnail(Buffer.from('not a picture'))).rejects.toThrow(
    'unsupported image format',
  );
});
