import type { Protocol } from 'devtools-protocol';
import type { CapturedImage } from '../../capture-result.ts';
import { asBuffer } from '../../cdp/messages.ts';
import type { CapturePage } from '../capture-page.ts';
import type { ScreenshotEncoding } from '../clock/page-clock.ts';
import { pageUnresponsiveError } from '../evaluate.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import { assertWithinLimits, renderedFormat } from '../output/image-limits.ts';
import { readImageSize, type ImageSize } from './image-header.ts';
import type { Screen } from './screens.ts';

/** Part of a page in CSS pixels, relative to the page's top left corner. */
export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Scale at which a mobile browser shows a page that is too wide for it; otherwise 1. */
  readonly zoom: number;
  /**
   * True if the clip is captured without leaving the viewport, because capturing beyond it would
   * reset the scroll position of inner boxes.
   */
  readonly isInView: boolean;
  /** Height by which the viewport exceeds the page that is in view as a whole. Default: 0. */
  readonly roomPx?: number;
  /** True if the clip is the viewport as it is now. */
  readonly isViewport?: boolean;
  /** Screens that the clip is joined from, because boxes stay in the viewport while the page is scrolled. */
  readonly screens?: readonly Screen[];
}

/**
 * Device pixels of the largest image that a frame returns. A frame has less time than a call, and the
 * image is encoded within it.
 */
const maxFramePx = 8_388_608;

/** Time on the page's clock after which the frames show what has come over the network. Unit: ms. */
const quietMs = 100;

/**
 * Captures the viewport, or a clip of the page that may extend beyond it, and verifies the image.
 */
export async function takeScreenshot(page: CapturePage, clip?: Clip): Promise<CapturedImage> {
  const { progress, limits, spec } = page;
  const size = outputSize(page, clip);
  assertWithinLimits(spec, limits, size);
  const bytes = await progress.raceWithTimeout(
    render(page, clip, size),
    limits.screenshotTimeoutMs,
    () => pageUnresponsiveError(limits.screenshotTimeoutMs),
  );
  return verifyImage(page, bytes, size);
}

/**
 * Renders the image. A frame of the engine's own shows the viewport at scale 1 only; everything else
 * is taken by the browser, while frames are issued for it.
 */
async function render(page: CapturePage, clip: Clip | undefined, size: ImageSize): Promise<Buffer> {
  const { clock, session, limits, spec, scriptDetection } = page;
  const { deviceScaleFactor, isMobile } = spec.viewport;
  const isViewport = clip?.isViewport ?? clip === undefined;
  const isSmall = size.widthPx * size.heightPx <= maxFramePx;
  const isOwnFrame = isViewport && isSmall && deviceScaleFactor === 1 && !isMobile;
  // A viewport that has grown needs frames, whether or not its content moves.
  const isUnchanged = isOwnFrame && clip === undefined;
  const isShown = isUnchanged && clock.isAtRest && isQuiet(page);
  if (!isShown) await clock.showChanges(isUnchanged && (await scriptDetection.isStill()));
  if (isOwnFrame) {
    const bytes = await clock.screenshot(encodingOf(page));
    if (bytes !== undefined && hasSize(page, sizeOf(page, bytes), size)) return bytes;
  }
  const params = screenshotParams(page, clip ?? (await wholePixels(page, size)));
  const capturing = session.send('Page.captureScreenshot', params, {
    timeoutMs: limits.screenshotTimeoutMs + 1_000,
  });
  const { data } = await clock.renderDuring(capturing);
  return asBuffer(data);
}

/**
 * Returns a clip of the viewport without the part of a device pixel at its end, if there is one. The
 * browser rounds the size of an image, and fills a row or column that the viewport only begins with
 * the first one of the page. A mobile page that is zoomed out has other clips and keeps that row.
 */
async function wholePixels(
  { session, spec }: CapturePage,
  size: ImageSize,
): Promise<Clip | undefined> {
  const isRoundedUp = [size.widthPx, size.heightPx].some((px) => Math.round(px) > px);
  if (!isRoundedUp) return undefined;
  const { cssVisualViewport: view } = await session.send('Page.getLayoutMetrics');
  if (view.scale !== 1) return undefined;
  const { deviceScaleFactor: scale } = spec.viewport;
  const widthPx = Math.floor(size.widthPx) / scale;
  const heightPx = Math.floor(size.heightPx) / scale;
  return { x: view.pageX, y: view.pageY, widthPx, heightPx, isInView: true, zoom: 1 };
}

/**
 * Returns false if something has just come over the network: its end is reported by another process
 * than the one that draws it.
 */
function isQuiet({ clock, waitLog }: CapturePage): boolean {
  return clock.elapsedMs - waitLog.endedAtMs >= quietMs;
}

function encodingOf({ spec }: CapturePage): ScreenshotEncoding {
  const format = renderedFormat(spec);
  return format === 'png' ? { format, optimizeForSpeed: true } : { format, quality: spec.quality };
}

function screenshotParams(
  page: CapturePage,
  clip: Clip | undefined,
): Protocol.Page.CaptureScreenshotRequest {
  const encoding = encodingOf(page);
  if (clip === undefined) return encoding;
  const { x, y, widthPx, heightPx, zoom, isInView } = clip;
  return {
    ...encoding,
    clip: { x, y, width: widthPx, height: heightPx, scale: zoom },
    captureBeyondViewport: !isInView,
  };
}

/** Returns the expected size of the image in device pixels, before rounding. */
export function outputSize({ spec }: CapturePage, clip: Clip | undefined): ImageSize {
  const { widthPx, heightPx } = clip ?? spec.viewport;
  const scale = spec.viewport.deviceScaleFactor * (clip?.zoom ?? 1);
  return { widthPx: widthPx * scale, heightPx: heightPx * scale };
}

function sizeOf({ spec }: CapturePage, bytes: Buffer): ImageSize | undefined {
  return readImageSize(renderedFormat(spec), bytes);
}

/** Returns true if an image has the expected size, up to the rounding of the browser. */
function hasSize(
  { spec }: CapturePage,
  actual: ImageSize | undefined,
  expected: ImageSize,
): boolean {
  const slack = spec.viewport.deviceScaleFactor + 1;
  return (
    actual !== undefined &&
    Math.abs(actual.widthPx - expected.widthPx) <= slack &&
    Math.abs(actual.heightPx - expected.heightPx) <= slack
  );
}

/**
 * Verifies the image, because Chromium returns empty or truncated images without an error when it
 * runs out of memory.
 */
function verifyImage(page: CapturePage, bytes: Buffer, expected: ImageSize): CapturedImage {
  const { spec, limits } = page;
  const size = sizeOf(page, bytes);
  if (size === undefined || !hasSize(page, size, expected)) {
    throw new CaptureError('page_crashed', 'The browser returned an incomplete image.', {
      isRetryable: true,
      isBrowserError: true,
    });
  }
  if (bytes.length > limits.maxImageBytes) {
    const limit = Math.floor(limits.maxImageBytes / 2 ** 20);
    throw new CaptureError(
      'image_too_large',
      `The image is larger than ${limit} MiB. Use JPEG or a smaller size.`,
    );
  }
  return { bytes, contentType: `image/${renderedFormat(spec)}`, ...size };
}
