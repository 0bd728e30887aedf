import type { CapturedImage } from '../../capture-result.ts';
import { hideBars, recordBars, showBars } from '../../in-page/full-page/pinned-panels.ts';
import { scrollPageTo, scrolledRows } from '../../in-page/scrolling.ts';
import type { Mutex } from '../../queue/mutex.ts';
import type { CapturePage } from '../capture-page.ts';
import { extendedLimitMs } from '../clock/clock-failure.ts';
import { evaluate } from '../evaluate.ts';
import { assertWithinLimits } from '../output/image-limits.ts';
import { screensOf } from './screens.ts';
import { followScrolling, nextFrames } from './scroll-through.ts';
import { outputSize, takeScreenshot, type Clip } from './take-screenshot.ts';

/**
 * Maximum real time for the screens of a page in which boxes stay in the viewport. Then it is captured beyond its
 * viewport instead. Unit: ms.
 */
const screensMs = 10_000;

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
 * scrolls instead of the document appears once. Where boxes stay in the viewport, the screens are those of the clip.
 */
export async function takeScrolled(
  page: CapturePage,
  clip: Clip,
  encodingMutex: Mutex,
): Promise<CapturedImage> {
  const { spec, limits, progress } = page;
  const size = outputSize(page, clip);
  assertWithinLimits(spec, limits, size);
  // Joined without loss, and encoded afterwards.
  const strips = await takeStrips({ ...page, spec: { ...spec, fileType: 'png' } }, clip);
  if (clip.screens !== undefined) await evaluate(page, showBars);
  await evaluate(page, scrollPageTo, 0);
  await nextFrames(page);
  if (strips === undefined) return takeScreenshot(page, clip);
  const widthPx = Math.min(...strips.map(({ image }) => image.widthPx));
  // The browser does not render the part of a device pixel at the end of a viewport.
  const ends = strips.map(({ image, fromPx, endPx, topPx }) => {
    return topPx + Math.min(endPx, image.heightPx) - fromPx;
  });
  const heightPx = Math.min(Math.round(size.heightPx), Math.max(...ends));
  const bytes = await progress.race(encodingMutex.pass(() => join(strips, { widthPx, heightPx })));
  return { bytes, contentType: 'image/png', widthPx, heightPx };
}

/** Captures the screens. Returns undefined if those of a page with boxes that stay in the viewport take too long. */
async function takeStrips(page: CapturePage, clip: Clip): Promise<Strip[] | undefined> {
  const { viewport } = page.spec;
  const scale = viewport.deviceScaleFactor * clip.zoom;
  const toPx = (cssPx: number): number => Math.round(cssPx * scale);
  const viewPx = viewport.heightPx / clip.zoom;
  const heights = { heightPx: clip.heightPx, viewPx };
  const rows = clip.heightPx > viewPx ? await evaluate(page, scrolledRows) : null;
  const strips: Strip[] = [];
  let image: CapturedImage | undefined;
  let shownPx = -1;
  const isPinned = clip.screens !== undefined;
  const startedMs = performance.now();
  for (const { scrollPx, fromPx, endPx, topPx } of clip.screens ?? screensOf(heights, rows)) {
    const isLate = performance.now() - startedMs > extendedLimitMs(screensMs);
    if (isPinned && isLate) return undefined;
    if (image === undefined || scrollPx !== shownPx) {
      await evaluate(page, scrollPageTo, scrollPx);
      await nextFrames(page);
      if (isPinned) {
        await followScrolling(page);
        await evaluate(page, shownPx < 0 ? recordBars : hideBars);
      }
      image = await takeScreenshot(page);
      shownPx = scrollPx;
    }
    // One row more, which the next strip covers: places are rounded.
    strips.push({ image, fromPx: toPx(fromPx), endPx: toPx(endPx) + 1, topPx: toPx(topPx) });
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
