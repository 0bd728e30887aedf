import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import type { AnnotationRequest, Mark } from '@shotwright/contract';
import { annotateImage, type AnnotatedImage } from './annotate-image.ts';

const red = { r: 224, g: 16, b: 32 };

interface Size {
  readonly width: number;
  readonly height: number;
}

const flat = ({ width, height }: Size, background = '#ffffff'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

async function annotated(
  bytes: Buffer,
  request: Partial<AnnotationRequest>,
): Promise<AnnotatedImage> {
  const result = await annotateImage({ marks: [], crop: undefined, ...request, bytes });
  if ('error' in result) throw new Error(result.error);
  return result;
}

async function pixelsOf({ bytes }: Pick<AnnotatedImage, 'bytes'>) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [
    ...data.subarray(
      (y * info.width + x) * info.channels,
      (y * info.width + x + 1) * info.channels,
    ),
  ];
}

const rgb = ({ r, g, b }: typeof red) => [r, g, b];
const white = [255, 255, 255];
const box: Mark = {
  type: 'box',
  x: 20,
  y: 30,
  width: 100,
  height: 50,
  color: '#e01020',
  thickness: 4,
};
const text = { type: 'text', x: 10, y: 10, text: 'Hello', size: 24, color: '#e01020' } as const;

test('[RP-6] a box has its colour at its border, inside of its region, and nothing else', async () => {
  const at = await pixelsOf(
    await annotated(await flat({ width: 200, height: 100 }).png().toBuffer(), { marks: [box] }),
  );
  for (const [x, y] of [
    [60, 31],
    [60, 78],
    [21, 50],
    [118, 50],
  ] as const) {
    expect(at(x, y)).toEqual(rgb(red));
  }
  for (const [x, y] of [
    [60, 29],
    [60, 50],
    [19, 50],
    [121, 50],
    [60, 81],
  ] as const) {
    expect(at(x, y)).toEqual(white);
  }
});

test('[RP-6] an arrow leads to its tip', async () => {
  const arrow: Mark = {
    type: 'arrow',
    x: 10,
    y: 50,
    to_x: 150,
    to_y: 50,
    color: '#2347d9',
    thickness: 6,
  };
  const image = await flat({ width: 200, height: 100 }).png().toBuffer();
  const at = await pixelsOf(await annotated(image, { marks: [arrow] }));
  const blue = [35, 71, 217];
  expect([at(20, 50), at(100, 50), at(145, 50), at(130, 58)]).toEqual([blue, blue, blue, blue]);
  expect([at(155, 50), at(60, 58), at(20, 56)]).toEqual([white, white, white]);
});

test.each(['Hello', 'Grüße', '日本語', 'مرحبا', 'हिन्दी', '<b>&"\'', 'a\uffff\ud800'])(
  '[RP-6] the text %s is drawn at its place',
  async (words) => {
    const image = await flat({ width: 300, height: 100 }, '#808080').png().toBuffer();
    const copy = await annotated(image, { marks: [{ ...text, text: words }] });
    const { data, info } = await sharp(copy.bytes).raw().toBuffer({ resolveWithObject: true });
    let [redPixels, changedBelow] = [0, 0];
    for (let at = 0; at < data.length; at += info.channels) {
      const y = Math.floor(at / info.channels / info.width);
      if (data[at] === 224 && data[at + 1] === 16) redPixels += 1;
      if (y > 60 && data[at] !== 128) changedBelow += 1;
    }
    expect(redPixels).toBeGreaterThan(20);
    expect(changedBelow).toBe(0);
  },
);

test('[RP-6] a blurred region has no detail of the image left, and marks over it stay sharp', async () => {
  const stripes = Buffer.alloc(200 * 100 * 3);
  for (let at = 0; at < 200 * 100; at += 1)
    stripes.fill(at % 2 === 0 ? 0 : 255, at * 3, at * 3 + 3);
  const image = await sharp(stripes, { raw: { width: 200, height: 100, channels: 3 } })
    .png()
    .toBuffer();
  const blur: Mark = { type: 'blur', x: 20, y: 30, width: 100, height: 50 };
  const at = await pixelsOf(await annotated(image, { marks: [box, blur] }));
  for (let x = 25; x < 68; x += 1) expect(at(x, 50)).toEqual(at(26, 60));
  expect(at(60, 31)).toEqual(rgb(red));
  expect([at(0, 0), at(1, 0), at(0, 90)]).toEqual([[0, 0, 0], white, [0, 0, 0]]);
});

test('[RP-6] a crop has its size, and marks keep their place in the image', async () => {
  const image = await flat({ width: 200, height: 100 }).png().toBuffer();
  const crop = { x: 50, y: 20, width: 100, height: 60 };
  const blur: Mark = { type: 'blur', x: 0, y: 0, width: 60, height: 30 };
  const copy = await annotated(image, { marks: [blur, box], crop });
  expect(copy).toMatchObject({ widthPx: 100, heightPx: 60, contentType: 'image/png' });
  expect(await sharp(copy.bytes).metadata()).toMatchObject({ width: 100, height: 60 });
  const at = await pixelsOf(copy);
  expect([at(20, 11), at(68, 30), at(20, 30)]).toEqual([rgb(red), rgb(red), white]);
});

test('[RP-6] marks far down a long page are drawn, also where two parts meet', async () => {
  const image = await flat({ width: 64, height: 40_000 }).png({ compressionLevel: 1 }).toBuffer();
  const long: Mark = { ...box, x: 4, y: 4_090, width: 40, height: 35_000 };
  const at = await pixelsOf(await annotated(image, { marks: [long] }));
  for (const y of [4_091, 4_097, 8_192, 20_000, 36_863, 39_088]) expect(at(5, y)).toEqual(rgb(red));
  expect([at(5, 4_089), at(5, 39_091), at(20, 8_192)]).toEqual([white, white, white]);
});

test('[RP-6] the copy has the format of the image; others become PNG', async () => {
  const image = flat({ width: 80, height: 60 });
  for (const [bytes, contentType] of [
    [await image.clone().png().toBuffer(), 'image/png'],
    [await image.clone().jpeg().toBuffer(), 'image/jpeg'],
    [await image.clone().webp().toBuffer(), 'image/webp'],
    [await image.clone().avif({ effort: 0 }).toBuffer(), 'image/png'],
    [await image.clone().gif().toBuffer(), 'image/png'],
  ] as const) {
    const copy = await annotated(bytes, { marks: [{ ...box, x: 0, y: 0, width: 40, height: 40 }] });
    const { format } = await sharp(copy.bytes).metadata();
    expect([copy.contentType, `image/${format}`]).toEqual([contentType, contentType]);
    const [reds = 0, greens = 255] = (await pixelsOf(copy))(20, 1);
    expect(reds).toBeGreaterThan(200);
    expect(greens).toBeLessThan(60);
  }
});

test('[RP-6] grey, palette and transparent images stay as they look', async () => {
  const transparent = sharp({
    create: { width: 80, height: 60, channels: 4, background: { r: 0, g: 200, b: 0, alpha: 0.5 } },
  });
  const grey = flat({ width: 80, height: 60 }, '#777777').toColourspace('b-w');
  const palette = flat({ width: 80, height: 60 }, '#00c800');
  const marks = [{ ...box, x: 0, y: 0, width: 40, height: 40 }];
  const colors: number[][] = [];
  for (const image of [
    transparent.png(),
    grey.png(),
    palette.png({ palette: true }),
    palette.clone().withMetadata({ density: 300 }).jpeg({ quality: 100 }),
  ]) {
    const copy = await annotated(await image.toBuffer(), { marks });
    colors.push((await pixelsOf(copy))(70, 50));
  }
  expect(colors[0]).toEqual([0, 200, 0, 128]);
  expect(colors[1]).toEqual([119, 119, 119]);
  expect(colors[2]).toEqual([0, 200, 0]);
  expect(colors[3]?.[1]).toBeGreaterThan(195);
});

test('[RP-6] nothing but pixels is copied', async () => {
  const image = await flat({ width: 80, height: 60 })
    .withExif({ IFD0: { ImageDescription: 'secret words' } })
    .png()
    .toBuffer();
  expect((await sharp(image).metadata()).exif?.toString('latin1')).toContain('secret words');
  const copy = await annotated(image, { marks: [{ ...box, x: 0, y: 0, width: 40, height: 40 }] });
  expect((await sharp(copy.bytes).metadata()).exif).toBeUndefined();
});

test('[RP-6] an animated image is refused', async () => {
  const frames = Buffer.alloc(20 * 40 * 3).fill(255, 20 * 20 * 3);
  const animated = await sharp(frames, {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .gif()
    .toBuffer();
  const result = await annotateImage({ bytes: animated, marks: [box], crop: undefined });
  expect(result).toEqual({ error: 'animated' });
});
