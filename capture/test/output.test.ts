import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { CaptureSpec, ImageResize } from '../src/index.ts';
import { useEngine, type SpecPart } from './engine-fixture.ts';
import { wholePixels } from './whole-pixels.ts';
import { rgb, type Rgb } from './pixels.ts';

const fixture = useEngine();
const red = rgb('#cc0000');
const green = rgb('#00aa44');
const blue = rgb('#0044aa');
const white = rgb('#ffffff');

/** Red, green and blue bands, 400 CSS pixels high each, with a box of 100 pixels in the last one. */
const html = `<body style="margin:0"><div style="height:400px;background:#cc0000"></div>
  <div style="height:400px;background:#00aa44"></div>
  <div style="height:400px;background:#0044aa;position:relative">
  <div id="box" style="position:absolute;left:50px;top:50px;width:100px;height:100px;background:#fff"></div></div>`;
const bands = {
  source: { kind: 'html', html },
  viewport: { widthPx: 600, heightPx: 400 },
} as const;
const render = (part: SpecPart = {}) =>
  fixture.render('/', { ...bands, ...part, viewport: { ...bands.viewport, ...part.viewport } });
const capture = (part: SpecPart) =>
  fixture.capture('/', { ...bands, ...part, viewport: { ...bands.viewport, ...part.viewport } });

/** Returns true if a lossy colour is the expected one. */
const isNear = (actual: Rgb, expected: Rgb) =>
  actual.every((value, at) => Math.abs(value - (expected[at] ?? 0)) <= 12);

describe('formats', () => {
  test.for([
    ['png', /^\x89PNG/],
    ['jpeg', /^\xff\xd8\xff/],
    ['webp', /^RIFF.{4}WEBP/s],
    ['avif', /^.{4}ftypavif/s],
    ['gif', /^GIF89a/],
  ] as const)('[CO-A5] %s has its own bytes, type, size and pixels', async ([fileType, mark]) => {
    const image = await render({ fileType, quality: 60, isFullPage: true });
    const { bytes, contentType } = image.result.image;
    expect(bytes.toString('latin1', 0, 40)).toMatch(mark);
    expect(contentType).toBe(`image/${fileType}`);
    expect([image.widthPx, image.heightPx]).toEqual([600, 1200]);
    expect(image.result.image).toMatchObject({ widthPx: 600, heightPx: 1200 });
    const seen = [image.at(5, 200), image.at(5, 600), image.at(5, 1000), image.at(100, 900)];
    expect(seen.map((color, at) => isNear(color, [red, green, blue, white][at] ?? white))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test.for(['jpeg', 'webp', 'avif'] as const)('[CO-A6] %s obeys its quality', async (fileType) => {
    const bytesOf = async (quality: number) =>
      (await fixture.render('/moving', { fileType, quality })).result.image.bytes.length;
    expect(await bytesOf(10)).toBeLessThan(await bytesOf(95));
  });

  test.for(['png', 'webp', 'avif', 'gif'] as const)(
    '[CO-A5] a %s is transparent where the page paints nothing, if the background is omitted',
    async (fileType) => {
      const source = {
        kind: 'html',
        html: '<div style="height:40px;background:#00aa44">',
      } as const;
      const image = await render({ source, fileType, isBackgroundOmitted: true });
      const { data, info } = await sharp(image.result.image.bytes)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([data[4 * (20 * info.width + 20) + 3], data[4 * (300 * info.width + 20) + 3]]).toEqual(
        [255, 0],
      );
    },
  );

  test('[CO-A5] an image that its format cannot hold is rejected before it is rendered', async () => {
    const tall = { source: { kind: 'html', html: '<div style="height:16384px">' } } as const;
    const webp = { ...tall, fileType: 'webp', isFullPage: true } as const;
    expect(await capture(webp)).toMatchObject({
      ok: false,
      reason: 'image_too_large',
      detail: expect.stringContaining('a WebP can be at most 16383 pixels wide and high'),
    });
    const avif = { fileType: 'avif', viewport: { widthPx: 4_001, heightPx: 4_000 } } as const;
    expect(await capture(avif)).toMatchObject({
      ok: false,
      reason: 'image_too_large',
      detail: expect.stringContaining('an AVIF can have at most 16 million'),
    });
    const reduced = { widthPx: 100, ...inside } as const;
    expect(await capture({ ...webp, resize: reduced })).toMatchObject({ ok: true });
  });
});

describe('the scale', () => {
  const scales = [0.5, 1.25, 1.5, 2.625, 4];
  test.for(scales)('[CO-A7] of %d gives as many device pixels', async (scale) => {
    const image = await render({ viewport: { deviceScaleFactor: scale }, isFullPage: true });
    expect([image.widthPx, image.heightPx]).toEqual([600 * scale, 1200 * scale]);
    const x = Math.floor(100 * scale);
    expect(image.at(x, Math.floor(900 * scale))).toEqual(white);
    expect(image.at(x, Math.floor(1_100 * scale))).toEqual(blue);
  });

  test.for([1.25, 1.5, 2.625, 4])(
    '[CO-A7] of %d gives the whole device pixels of a viewport of odd sizes',
    async (deviceScaleFactor) => {
      const source = {
        kind: 'html',
        html: `<meta name="viewport" content="width=device-width">${html}`,
      } as const;
      for (const isMobile of [false, true]) {
        const viewport = { widthPx: 601, heightPx: 401, deviceScaleFactor, isMobile };
        const image = await render({ source, viewport });
        const { browserVersion } = image.result.report;
        const size = wholePixels([601, 401], deviceScaleFactor, browserVersion);
        expect([image.widthPx, image.heightPx]).toEqual(size);
        expect(image.at(0, Math.floor(399 * deviceScaleFactor))).toEqual(red);
        // The last CSS pixel of the page is green.
        const last = image.heightPx > 400 * deviceScaleFactor ? green : red;
        expect(image.at(image.widthPx - 1, image.heightPx - 1)).toEqual(last);
      }
    },
  );
});

describe('a clip', () => {
  const rect = { x: 20, y: 830, widthPx: 60, heightPx: 50 };

  test.for([1, 2])('[CO-A8] shows what the full page shows there, at scale %d', async (scale) => {
    const viewport = { deviceScaleFactor: scale };
    const clip = await render({ clip: rect, viewport });
    const full = await render({ isFullPage: true, viewport });
    expect([clip.widthPx, clip.heightPx]).toEqual([60 * scale, 50 * scale]);
    for (const [x, y] of [
      [0, 0],
      [59, 49],
      [30, 20],
      [29, 19],
    ] as const) {
      expect(clip.at(x * scale, y * scale)).toEqual(full.at((x + 20) * scale, (y + 830) * scale));
    }
    expect([clip.at(0, 0), clip.at(59 * scale, 49 * scale)]).toEqual([blue, white]);
  });

  test('[CO-A8] inside the viewport is taken without scrolling', async () => {
    const clip = await render({ clip: { x: 10, y: 390, widthPx: 20, heightPx: 10 } });
    expect([clip.widthPx, clip.heightPx, clip.at(5, 5)]).toEqual([20, 10, red]);
  });

  test('[CO-A8] ends where the page ends, with a warning', async () => {
    const clip = await render({ clip: { x: 500, y: 1_100, widthPx: 300, heightPx: 300 } });
    expect([clip.widthPx, clip.heightPx]).toEqual([100, 100]);
    expect(clip.result.report.warnings).toEqual([
      { option: 'clip_width', message: 'The page ends 100 CSS pixels right of clip_x.' },
      { option: 'clip_height', message: 'The page ends 100 CSS pixels below clip_y.' },
    ]);
  });

  test('[CO-A8] outside of the page fails', async () => {
    const clip = { x: 0, y: 1_200, widthPx: 10, heightPx: 10 };
    expect(await capture({ clip })).toMatchObject({ ok: false, reason: 'clip_outside_page' });
  });
});

describe('the padding of an element', () => {
  test('[CO-A9] shows the page around it', async () => {
    const image = await render({ elementSelector: '#box', elementPaddingPx: 20 });
    expect([image.widthPx, image.heightPx]).toEqual([140, 140]);
    expect([image.at(19, 70), image.at(20, 70), image.at(119, 70), image.at(120, 70)]).toEqual([
      blue,
      white,
      white,
      blue,
    ]);
  });

  test('[CO-A9] ends at the edges of the page', async () => {
    const image = await render({ elementSelector: '#box', elementPaddingPx: 300 });
    expect([image.widthPx, image.heightPx]).toEqual([450, 650]);
    expect([image.at(5, 100), image.at(5, 320), image.at(51, 301)]).toEqual([green, blue, white]);
  });
});

const inside = { fit: 'inside', position: 'top', background: '#ffffff' } as const;

/** Returns a reduced image with its size, which is the reported one, and its warnings. */
const sizeOf = async (resize: Partial<ImageResize>, part: SpecPart = {}) => {
  const image = await render({ ...part, resize: { ...inside, ...resize } });
  const { widthPx, heightPx } = image.result.image;
  expect([image.widthPx, image.heightPx]).toEqual([widthPx, heightPx]);
  return { image, size: [widthPx, heightPx], warnings: image.result.report.warnings };
};

describe('a finished image', () => {
  const full = { isFullPage: true } satisfies Partial<CaptureSpec>;

  test('[CO-A10] is reduced in proportion to its width, its height or both', async () => {
    expect((await sizeOf({ widthPx: 300 }, full)).size).toEqual([300, 600]);
    expect((await sizeOf({ heightPx: 300 }, full)).size).toEqual([150, 300]);
    const { size, image } = await sizeOf({ widthPx: 300, heightPx: 300 }, full);
    expect(size).toEqual([150, 300]);
    expect([image.at(2, 50), image.at(2, 150), image.at(2, 250)]).toEqual([red, green, blue]);
  });

  test('[CO-A10] is never enlarged, with a warning', async () => {
    const { size, warnings } = await sizeOf({ widthPx: 700, heightPx: 800 });
    expect(size).toEqual([600, 400]);
    const message = 'The image has a width of 600 pixels only and was not enlarged.';
    expect(warnings).toEqual([{ option: 'image_width', message }]);
    expect((await sizeOf({ widthPx: 7_680, heightPx: 200 })).warnings).toEqual([]);
    expect((await sizeOf({ widthPx: 700, heightPx: 100, fit: 'cover' })).size).toEqual([600, 100]);
  });

  test('[CO-A10] is cropped to the position that is kept', async () => {
    const cover = { widthPx: 300, heightPx: 200, fit: 'cover' } as const;
    for (const [position, color] of [
      ['top', red],
      ['center', green],
      ['bottom_right', blue],
    ] as const) {
      const { size, image } = await sizeOf({ ...cover, position }, full);
      expect([...size, image.at(280, 100)]).toEqual([300, 200, color]);
    }
  });

  test('[CO-A10] is padded to its exact size, or distorted', async () => {
    const square = { widthPx: 300, heightPx: 300 };
    const padded = await sizeOf({ ...square, fit: 'contain', background: '#112233' }, full);
    expect(padded.size).toEqual([300, 300]);
    const { image } = padded;
    expect([image.at(10, 150), image.at(77, 150), image.at(290, 150)]).toEqual([
      rgb('#112233'),
      green,
      rgb('#112233'),
    ]);
    const filled = await sizeOf({ ...square, fit: 'fill' }, full);
    expect([filled.size, filled.image.at(2, 150)]).toEqual([[300, 300], green]);
  });

  test('[CO-A10] is padded with transparency if its background is transparent', async () => {
    const resize = {
      widthPx: 300,
      heightPx: 300,
      fit: 'contain',
      background: '#ffffff00',
    } as const;
    for (const [fileType, alpha] of [
      ['png', 0],
      ['webp', 0],
      ['jpeg', 255],
    ] as const) {
      const { image } = await sizeOf(resize, { ...full, fileType });
      const { data } = await sharp(image.result.image.bytes)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data[3]).toBe(alpha);
    }
  });
});
