import type { CapturedImage } from '../../capture-result.ts';
import { scrollPageTo } from '../../in-page/scrolling.ts';
import type { Mutex } from '../../queue/mutex.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { assertWithinLimits } from '../output/image-limits.ts';
import { nextFrames } from './scroll-through.ts';
import { outputSize, takeScreenshot, type Clip } from './take-screenshot.ts';

/** One screen of a page, with its first row that no screen before it has shown. Device pixels. */
interface Screen {
  readonly image: CapturedImage;
  readonly topPx: number;
  readonly skippedPx: number;
}

/**
 * Takes a full page screen by screen and joins the screens, so that fixed and sticky elements are where
 * they are at each scroll position. The last screen adds only what no other has shown.
 */
export async function takeScrolled(
  page: CapturePage,
  clip: Clip,
  encodingMutex: Mutex,
): Promise<CapturedImage> {
  const { spec, limits, progress } = page;
  const size = outputSize(page, clip);
  assertWithinLimits(spec, limits, size);
  const screens = await takeScreens(page, clip);
  await evaluate(page, scrollPageTo, 0);
  await nextFrames(page);
  const widthPx = Math.min(...screens.map(({ image }) => image.widthPx));
  const heightPx = Math.round(size.heightPx);
  const bytes = await progress.race(encodingMutex.pass(() => join(screens, { widthPx, heightPx })));
  return { bytes, contentType: 'image/png', widthPx, heightPx };
}

async function takeScreens(page: CapturePage, clip: Clip): Promise<Screen[]> {
  const { viewport } = page.spec;
  const scale = viewport.deviceScaleFactor * clip.zoom;
  const screenPx = viewport.heightPx / clip.zoom;
  const lastPx = Math.max(0, clip.heightPx - screenPx);
  const screens: Screen[] = [];
  for (let shownPx = 0; shownPx < clip.heightPx; shownPx += screenPx) {
    const scrolledPx = Math.min(shownPx, lastPx);
    await evaluate(page, scrollPageTo, scrolledPx);
    await nextFrames(page);
    const topPx = Math.round(shownPx * scale);
    const skippedPx = topPx - Math.round(scrolledPx * scale);
    screens.push({ image: await takeScreenshot(page), topPx, skippedPx });
  }
  return screens;
}

async function join(
  screens: readonly Screen[],
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Promise<Buffer> {
  // Loaded here, because hardly any capture needs it.
  const { default: sharp } = await import('sharp');
  const parts = screens.map(async ({ image, topPx, skippedPx }) => ({
    left: 0,
    top: topPx,
    input: await sharp(image.bytes)
      .extract({
        left: 0,
        top: skippedPx,
        width: widthPx,
        height: Math.min(image.heightPx - skippedPx, heightPx - topPx),
      })
      .toBuffer(),
  }));
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: widthPx, height: heightPx, channels: 4, background } })
    .composite(await Promise.all(parts))
    .png()
    .toBuffer();
}
