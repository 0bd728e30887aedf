import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useEngine } from '../engine-fixture.ts';
import { rulerColor } from '../fixture-site/html.ts';

// A browser that has used many seconds of CPU time gets a low priority, so these captures would take minutes beside
// tests of other files.
const fixture = useEngine({ screenshotTimeoutMs: 90_000 });

test('a JPEG as tall as JPEG allows is whole, a taller page is cut', async () => {
  const viewport = { widthPx: 100, deviceScaleFactor: 3 };
  const rendering = await fixture.render('/ruler?h=24000', {
    isFullPage: true,
    fileType: 'jpeg',
    viewport,
  });
  expect([rendering.widthPx, rendering.heightPx]).toEqual([300, 65_499]);
  expect(rendering.result.report.isTruncated).toBe(true);
  const last = rendering.at(10, 65_450);
  const expected = rulerColor(218);
  expect(
    Math.max(...last.map((part, index) => Math.abs(part - (expected[index] ?? 0)))),
  ).toBeLessThan(20);
});

test('the largest image has no white tiles', async () => {
  const viewport = { widthPx: 7680, heightPx: 4320, deviceScaleFactor: 2 };
  const result = await fixture.capture('/ruler?h=4320', { viewport });
  if (!result.ok) throw new Error(result.detail);
  expect(result.image).toMatchObject({ widthPx: 15_360, heightPx: 8640 });
  const { data, info } = await sharp(result.image.bytes, { limitInputPixels: false })
    .removeAlpha()
    .resize(120, 432, { kernel: 'nearest', fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wrong = Array.from({ length: 432 * 120 }, (_, pixel) => pixel).filter((pixel) => {
    const row = Math.floor(Math.floor(pixel / info.width) / 10);
    return String([...data.subarray(pixel * 3, pixel * 3 + 3)]) !== String(rulerColor(row));
  });
  expect(wrong).toEqual([]);
});
