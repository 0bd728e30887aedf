import type { CapturedImage } from '../../capture-result.ts';
import { scrollPageTo, scrolledRows } from '../../in-page/scrolling.ts';
import type { Mutex } from '../../queue/mutex.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { assertWithinLimits } from '../output/image-limits.ts';
import { nextFrames } from './scroll-through.ts';
import { outputSize, takeScreenshot, type Clip } from './take-screenshot.ts';

/** Rows of a screen, and their place in the image. Device pixels. */
interface Strip {
  readonly image: CapturedImage;
  readonly fromPx: number;
  readonly endPx: number;
  readonly topPx: number;
}

/**
 * Takes a full page screen by screen and joins the screens, so that fixed and sticky elements are where they
 * are at each scroll position. The last screen adds only what no other has shown. What is above and below a box that
 * scrolls instead of the document appears once.
 */
export async function takeScrolled(
  page: CapturePage,
  clip: Clip,
  encodingMutex: Mutex,
): Promise<CapturedImage> {
  const { spec, limits, progress } = page;
  const size = outputSize(page, clip);
  assertWithinLimits(spec, limits, size);
  const strips = await takeStrips(page, clip);
  await evaluate(page, scrollPageTo, 0);
  await nextFrames(page);
  const widthPx = Math.min(...strips.map(({ image }) => image.widthPx));
  // The browser does not render the part of a device pixel at the end of a viewport.
  const ends = strips.map(({ image, fromPx, endPx, topPx }) => {
    return topPx + Math.min(endPx, image.heightPx) - fromPx;
  });
  const heightPx = Math.min(Math.round(size.heightPx), Math.max(...ends));
  const bytes = await progress.race(encodingMutex.pass(() => join(strips, { widthPx, heightPx })));
  return { bytes, contentType: 'image/png', widthPx, heightPx };
}

async function takeStrips(page: CapturePage, clip: Clip): Promise<Strip[]> {
  const { viewport } = page.spec;
  const scale = viewport.deviceScaleFactor * clip.zoom;
  const toPx = (cssPx: number): number => Math.round(cssPx * scale);
  const screenPx = viewport.heightPx / clip.zoom;
  const box = clip.heightPx > screenPx ? await evaluate(page, scrolledRows) : null;
  const { topPx, bottomPx } = box ?? { topPx: 0, bottomPx: screenPx };
  const belowPx = screenPx - bottomPx;
  const contentPx = clip.heightPx - topPx - belowPx;
  const stepPx = bottomPx - topPx;
  const lastPx = Math.max(0, contentPx - stepPx);
  const strips: Strip[] = [];
  for (let shownPx = 0; shownPx < contentPx; shownPx += stepPx) {
    const scrolledPx = Math.min(shownPx, lastPx);
    await evaluate(page, scrollPageTo, scrolledPx);
    await nextFrames(page);
    const image = await takeScreenshot(page);
    const top = shownPx === 0 ? 0 : topPx + shownPx;
    const from = shownPx === 0 ? 0 : topPx + shownPx - scrolledPx;
    // One row more, which the next strip covers: places are rounded.
    strips.push({ image, fromPx: toPx(from), endPx: toPx(bottomPx) + 1, topPx: toPx(top) });
    const isLast = scrolledPx === lastPx;
    if (isLast && belowPx > 0) {
      const below = { fromPx: toPx(bottomPx), endPx: toPx(screenPx) };
      strips.push({ image, ...below, topPx: toPx(clip.heightPx - belowPx) });
    }
    if (isLast) break;
  }
  return strips;
}

async function join(
  strips: readonly Strip[],
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Promise<Buffer> {
  // Loaded here, because hardly any capture needs it.
  const { default: sharp } = await import('sharp');
  const parts = strips.map(async ({ image, fromPx, endPx, topPx }) => ({
    left: 0,
    top: topPx,
    input: await sharp(image.bytes)
      .extract({
        left: 0,
        top: fromPx,
        width: widthPx,
        height: Math.min(endPx - fromPx, image.heightPx - fromPx, heightPx - topPx),
      })
      .toBuffer(),
  }));
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: widthPx, height: heightPx, channels: 4, background } })
    .composite(await Promise.all(parts))
    .png()
    .toBuffer();
}
