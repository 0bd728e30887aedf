import sharp from 'sharp';
import { expect, test } from 'vitest';
import { blockSideOf, pixelate, type Pixels } from './pixelate.ts';

/** Returns white pixels with a black text. */
async function textPixels(text: string, channels: 3 | 4 = 3): Promise<Pixels & { height: number }> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="40">
    <text x="4" y="28" font-family="DejaVu Sans Mono, monospace" font-size="24">${text}</text></svg>`;
  const background = { r: 255, g: 255, b: 255, alpha: channels === 4 ? 0 : 1 };
  const { data, info } = await sharp({ create: { width: 400, height: 40, channels, background } })
    .composite([{ input: Buffer.from(svg) }])
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels };
}

const colorAt = ({ data, width, channels }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels),
];

const colorsOf = (pixels: Pixels & { height: number }): Set<string> => {
  const colors = new Set<string>();
  for (let y = 0; y < pixels.height; y += 1)
    for (let x = 0; x < pixels.width; x += 1) colors.add(String(colorAt(pixels, x, y)));
  return colors;
};

test('[RP-6] a line of text becomes one row of blocks of one colour each', async () => {
  const pixels = await textPixels('4111 1111 1111 1111');
  expect(colorsOf(pixels).size).toBeGreaterThan(10);
  pixelate(pixels, { x: 0, y: 0, width: 400, height: 40 });
  expect(colorsOf(pixels).size).toBeLessThanOrEqual(10);
  for (let x = 0; x < 400; x += 40) {
    const block = colorAt(pixels, x, 0);
    expect([colorAt(pixels, x + 39, 0), colorAt(pixels, x + 20, 39)]).toEqual([block, block]);
  }
});

test('[RP-6] pixels outside of the region stay as they are', async () => {
  const [pixels, before] = [await textPixels('secret'), await textPixels('secret')];
  const region = { x: 20, y: 8, width: 60, height: 20 };
  pixelate(pixels, region);
  const outside = Array.from(
    { length: 400 * 40 },
    (_, at) => [at % 400, Math.floor(at / 400)] as const,
  ).filter(([x, y]) => x < 20 || x >= 80 || y < 8 || y >= 28);
  const colors = (of: Pixels) => outside.map(([x, y]) => colorAt(of, x, y));
  expect(colors(pixels)).toEqual(colors(before));
  expect(colorAt(pixels, 20, 8)).toEqual(colorAt(pixels, 51, 27));
});

/** Returns the greys of a blurred line of text. */
async function blurred(): Promise<string[]> {
  const pixels = await textPixels('secret words, secret words');
  pixelate(pixels, { x: 0, y: 0, width: 400, height: 40 });
  return Array.from({ length: 10 }, (_, at) => colorAt(pixels, at * 40, 0).join());
}

test('[RP-6] the same text gets other greys each time, so that texts cannot be tried', async () => {
  const [one, other] = [await blurred(), await blurred()];
  expect(one.filter((color, at) => color === other[at]).length).toBeLessThan(4);
});

test('[RP-6] letters on a transparent ground leave no trace in the transparency', async () => {
  const pixels = await textPixels('secret', 4);
  expect(colorAt(pixels, 399, 0)[3]).toBe(0);
  pixelate(pixels, { x: 0, y: 0, width: 400, height: 40 });
  for (let x = 0; x < 400; x += 1) expect(colorAt(pixels, x, 20)[3]).toBe(255);
  const [red = 0] = colorAt(pixels, 390, 20);
  expect(red).toBeGreaterThan(200);
});

test('[RP-6] the colour of letters is lost', async () => {
  const pixels = await textPixels('secret');
  for (let at = 0; at < pixels.data.length; at += 3) pixels.data[at + 2] = 255;
  pixelate(pixels, { x: 0, y: 0, width: 400, height: 40 });
  for (let x = 0; x < 400; x += 40) {
    const [red, green, blue] = colorAt(pixels, x, 0);
    expect([green, blue]).toEqual([red, red]);
  }
});

test.each([
  [200, 12, 32],
  [200, 20, 32],
  [400, 48, 48],
  [60, 300, 60],
  [300, 200, 64],
  [1_200, 900, 150],
])('[RP-6] a region of %i × %i pixels has blocks of %i', (width, height, side) => {
  expect(blockSideOf({ width, height })).toBe(side);
});
