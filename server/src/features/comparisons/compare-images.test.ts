import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compareImages, type ImagePair } from './compare-images.ts';

type Pair = Partial<ImagePair> & Pick<ImagePair, 'before' | 'after'>;

const compare = (pair: Pair) =>
  compareImages({
    threshold: 0.1,
    includesAntialiasing: false,
    ignoredRegions: [],
    needsImage: false,
    maxSidePx: undefined,
    ...pair,
  });

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const white = { r: 255, g: 255, b: 255 };
const blue = { r: 0, g: 0, b: 200 };

/** Returns a PNG of white with blue boxes. */
async function page(size: { width: number; height: number }, boxes: readonly Box[] = []) {
  const overlays = boxes.map(({ left, top, width, height }) => ({
    input: { create: { width, height, channels: 3 as const, background: blue } },
    left,
    top,
  }));
  return sharp({ create: { ...size, channels: 3, background: white } })
    .composite(overlays)
    .png()
    .toBuffer();
}

/** Returns a PNG of a circle, whose edge is smoothed, at a place between pixels. */
const circle = (centre: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#fff"/><circle cx="${centre}" cy="${centre}" r="60"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

const size = { width: 400, height: 300 };
const box = { left: 100, top: 50, width: 40, height: 30 };
const regionOf = ({ left: x, top: y, width, height }: Box) => ({ x, y, width, height });

test('[CM-1] equal pixels are identical, also in different formats', async () => {
  const before = await page(size, [box]);
  const after = await sharp(before).webp({ lossless: true }).toBuffer();
  expect(await compare({ before, after })).toMatchObject({
    isIdentical: true,
    diffPixels: 0,
    sizeDiffers: false,
    widthPx: 400,
    heightPx: 300,
    regions: [],
  });
});

test('[CM-1] a greyscale image equals the same one in colour, and a transparent one differs from white', async () => {
  const before = await page(size);
  const grey = await sharp(before).toColourspace('b-w').png().toBuffer();
  expect(await sharp(grey).metadata()).toMatchObject({ channels: 1 });
  expect(await compare({ before, after: grey })).toMatchObject({ isIdentical: true });
  const clear = await sharp({
    create: { ...size, channels: 4, background: { ...white, alpha: 0 } },
  })
    .png()
    .toBuffer();
  expect((await compare({ before, after: clear })).diffPixels).toBe(400 * 300);
});

test('[CM-2] a changed box is one region around exactly its pixels', async () => {
  const difference = await compare({ before: await page(size), after: await page(size, [box]) });
  expect(difference).toMatchObject({ isIdentical: false, diffPixels: 1_200 });
  expect(difference.regions).toEqual([{ ...regionOf(box), pixels: 1_200 }]);
});

test('[CM-2] changes that touch are one region, and others are regions of their own, from top to bottom', async () => {
  const diagonal = [
    { left: 200, top: 200, width: 8, height: 8 },
    { left: 208, top: 208, width: 8, height: 8 },
  ];
  const corner = { left: 399, top: 0, width: 1, height: 1 };
  const after = await page(size, [...diagonal, corner, box]);
  expect((await compare({ before: await page(size), after })).regions).toEqual([
    { ...regionOf(corner), pixels: 1 },
    { ...regionOf(box), pixels: 1_200 },
    { x: 200, y: 200, width: 16, height: 16, pixels: 128 },
  ]);
});

test('[CM-2] the threshold decides from which difference of colour a pixel counts', async () => {
  const before = await page(size);
  const after = await sharp(before).modulate({ brightness: 0.97 }).png().toBuffer();
  expect(await compare({ before, after })).toMatchObject({ isIdentical: false, diffPixels: 0 });
  expect((await compare({ before, after, threshold: 0.01 })).diffPixels).toBe(400 * 300);
});

test('[CM-3] smoothed edges that shift by a part of a pixel count only on request', async () => {
  const pair = { before: await circle(100), after: await circle(100.4) };
  const strict = await compare({ ...pair, includesAntialiasing: true });
  const tolerant = await compare(pair);
  expect(strict.diffPixels).toBeGreaterThan(100);
  expect(tolerant.diffPixels).toBeLessThan(strict.diffPixels / 4);
});

test('[CM-4] an area that only one of the images covers counts as changed, whatever its colour and the threshold are', async () => {
  const [before, after] = [await page(size), await page({ width: 410, height: 320 })];
  const added = {
    sizeDiffers: true,
    isIdentical: false,
    widthPx: 410,
    heightPx: 320,
    diffPixels: 410 * 320 - 400 * 300,
  };
  const threshold = 1;
  expect(await compare({ before, after, threshold })).toMatchObject(added);
  expect(await compare({ before: after, after: before, threshold })).toMatchObject(added);
  const wide = await page({ width: 500, height: 100 });
  const crossed = await compare({ before, after: wide });
  expect(crossed).toMatchObject({ widthPx: 500, heightPx: 300 });
  // The corner belongs to neither of them.
  expect(crossed.diffPixels).toBe(400 * 200 + 100 * 100);
});

test('[CM-5] ignored regions do not count, also where they reach beyond the images', async () => {
  const pair = { before: await page(size), after: await page({ ...size, height: 310 }, [box]) };
  const half = { ...regionOf(box), width: 20 };
  const below = { x: 0, y: 300, width: 1_000, height: 1_000 };
  const beyondTheEdge = { x: 399, y: 48, width: 1_000, height: 1 };
  const ignoredRegions = [half, below, beyondTheEdge];
  const difference = await compare({ ...pair, ignoredRegions });
  expect(difference.regions).toEqual([{ ...half, x: 120, pixels: 600 }]);
  const outside = { x: 900, y: 900, width: 5, height: 5 };
  const all = await compare({ ...pair, ignoredRegions: [outside, regionOf(box), below] });
  expect(all).toMatchObject({ isIdentical: false, diffPixels: 0, regions: [] });
});

test('[CM-6] the image of the difference shows the later image pale and the changes red', async () => {
  const before = await page(size, [{ left: 0, top: 250, width: 50, height: 50 }]);
  const after = await page(size, [box, { left: 0, top: 250, width: 50, height: 50 }]);
  const { image } = await compare({ before, after, needsImage: true });
  expect(image).toMatchObject({ contentType: 'image/png', topPx: 0 });
  const { data, info } = await sharp(image?.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 400, height: 300, channels: 3 });
  const pixel = (x: number, y: number) => [...data.subarray((y * 400 + x) * 3).subarray(0, 3)];
  expect(pixel(110, 60)).toEqual([0xe0, 0x10, 0x20]);
  expect(pixel(300, 100)).toEqual([255, 255, 255]);
  expect(pixel(10, 260)).toEqual([178, 178, 238]);
});

test('[CM-6] the reduced image of a tall difference begins above the first change', async () => {
  const tall = { width: 300, height: 3_000 };
  const after = await page(tall, [{ left: 0, top: 2_000, width: 300, height: 100 }]);
  const pair = { before: await page(tall), after, needsImage: true, maxSidePx: 300 };
  const { image } = await compare(pair);
  expect(image).toMatchObject({ contentType: 'image/webp', topPx: 1_900 });
  const { data, info } = await sharp(image?.bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 150, height: 300 });
  const [red = 0, green = 0] = data.subarray((75 * 150 + 75) * 3);
  expect([red > 200, green < 60]).toEqual([true, true]);
  const same = await compare({ ...pair, before: after });
  expect(same).toMatchObject({ isIdentical: true, image: { topPx: 0 } });
});

test('[CM-7] an animated image and one above the limit of pixels are rejected', async () => {
  const frames = [await page(size), await page(size, [box])];
  const animated = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  const before = frames[0]!;
  await expect(compare({ before, after: animated })).rejects.toThrow('animated');
  const wide = await page({ width: 8_200, height: 10 });
  const high = await page({ width: 10, height: 8_200 });
  await expect(compare({ before: wide, after: high })).rejects.toThrow('larger');
});

test('[CM-7] a comparison needs about three times the memory of its pixels', async () => {
  const area = { width: 4_000, height: 6_000 };
  const rawMb = (area.width * area.height * 4) / 2 ** 20;
  // In a process of its own, whose memory nothing else uses.
  const program = `
    import sharp from 'sharp';
    import { compareImages } from './compare-images.ts';
    const page = (background) => sharp({ create: { width: ${area.width}, height: ${area.height}, channels: 3, background } }).png().toBuffer();
    const pair = { threshold: 0.1, includesAntialiasing: false, ignoredRegions: [], needsImage: true };
    const [before, after] = [await page('#fff'), await page('#00f')];
    await compareImages({ ...pair, before: await sharp(before).resize(10).png().toBuffer(), after: await sharp(after).resize(10).png().toBuffer() });
    const first = process.resourceUsage().maxRSS;
    const { diffPixels } = await compareImages({ ...pair, before, after });
    console.log(JSON.stringify({ diffPixels, grownMb: (process.resourceUsage().maxRSS - first) / 1024 }));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: import.meta.dirname },
  );
  const { diffPixels, grownMb } = JSON.parse(stdout);
  expect(diffPixels).toBe(area.width * area.height);
  expect(grownMb).toBeLessThan(3.5 * rawMb);
});
