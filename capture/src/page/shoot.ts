import type { Protocol } from 'devtools-protocol';
import type { CapturedImage } from '../capture-result.ts';
import { bytesOf } from '../browser/cdp-messages.ts';
import type { CapturePage } from './capture-page.ts';
import { busyFault } from './evaluate.ts';
import { CaptureFault } from './fault.ts';
import { readJpegSize, readPngSize, type ImageSize } from './image-header.ts';

/** Part of a page in CSS pixels, relative to the page's top left corner. */
export interface PageArea {
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
}

/**
 * Longest side that libjpeg writes; beyond it Chromium returns an empty image. Source: jmorecfg.h.
 */
export const maxJpegSidePx = 65_500;

/**
 * Captures the viewport, or a clip of the page that may extend beyond it, and verifies the image.
 */
export async function shoot(page: CapturePage, area?: PageArea): Promise<CapturedImage> {
  const { fuse, limits, session } = page;
  const size = deviceSize(page, area);
  refuseTooLarge(page, size);
  const drawn = session.send('Page.captureScreenshot', shotOf(page, area), {
    timeoutMs: limits.shotMs + 1_000,
  });
  const { data } = await fuse.within(drawn, limits.shotMs, () => busyFault(limits.shotMs));
  return checkedImage(page, bytesOf(data), size);
}

function shotOf(
  { spec }: CapturePage,
  area: PageArea | undefined,
): Protocol.Page.CaptureScreenshotRequest {
  const { fileType, quality } = spec;
  const encoding: Protocol.Page.CaptureScreenshotRequest =
    fileType === 'png' ? { format: 'png', optimizeForSpeed: true } : { format: 'jpeg', quality };
  if (area === undefined) return encoding;
  const { x, y, widthPx, heightPx, zoom, isInView } = area;
  const clip = { x, y, width: widthPx, height: heightPx, scale: zoom };
  return { ...encoding, clip, captureBeyondViewport: !isInView };
}

/** Returns the expected size of the image in device pixels, before rounding. */
export function deviceSize({ spec }: CapturePage, area: PageArea | undefined): ImageSize {
  const { widthPx, heightPx } = area ?? spec.viewport;
  const scale = spec.viewport.deviceScaleFactor * (area?.zoom ?? 1);
  return { widthPx: widthPx * scale, heightPx: heightPx * scale };
}

function refuseTooLarge({ spec, limits }: CapturePage, size: ImageSize): void {
  const widthPx = Math.round(size.widthPx);
  const heightPx = Math.round(size.heightPx);
  const isTooTall = spec.fileType === 'jpeg' && Math.max(widthPx, heightPx) > maxJpegSidePx;
  if (widthPx * heightPx <= limits.maxImagePx && !isTooTall) return;
  const limit = isTooTall
    ? `a JPEG can be at most ${maxJpegSidePx} pixels wide and high`
    : `at most ${Math.floor(limits.maxImagePx / 1e6)} million are drawn`;
  throw new CaptureFault(
    'image_too_large',
    `The picture would have ${widthPx} × ${heightPx} pixels, and ${limit}. Use a smaller width or a lower scale.`,
  );
}

/**
 * Verifies the image, because Chromium returns empty or truncated images without an error when it
 * runs out of memory.
 */
function checkedImage(
  { spec, limits }: CapturePage,
  bytes: Buffer,
  expected: ImageSize,
): CapturedImage {
  const size = spec.fileType === 'png' ? readPngSize(bytes) : readJpegSize(bytes);
  const slack = spec.viewport.deviceScaleFactor + 1;
  const isClose = (actual: number, wanted: number): boolean => Math.abs(actual - wanted) <= slack;
  if (
    size === undefined ||
    !isClose(size.widthPx, expected.widthPx) ||
    !isClose(size.heightPx, expected.heightPx)
  ) {
    throw new CaptureFault('page_crashed', 'The browser drew an incomplete picture.', {
      isRetryable: true,
      isBrowserFault: true,
    });
  }
  if (bytes.length > limits.maxImageBytes) {
    const limit = Math.floor(limits.maxImageBytes / 2 ** 20);
    throw new CaptureFault(
      'image_too_large',
      `The picture has more than ${limit} MiB. Use JPEG or a smaller size.`,
    );
  }
  const contentType = spec.fileType === 'png' ? 'image/png' : 'image/jpeg';
  return { bytes, contentType, ...size };
}
