import type { Protocol } from 'devtools-protocol';
import type { CapturedImage } from '../capture-result.ts';
import { bytesOf } from '../browser/cdp-messages.ts';
import type { CapturePage } from './capture-page.ts';
import { busyFault } from './evaluate.ts';
import { CaptureFault } from './fault.ts';
import { readJpegSize, readPngSize, type ImageSize } from './image-header.ts';

/** Part of a page in CSS pixels, counted from the page's top left corner. */
export interface PageArea {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How much smaller a mobile browser shows a page too wide for it; 1 elsewhere. */
  readonly zoom: number;
  /** Drawn as it is on show: drawing beyond the viewport would scroll inner boxes back to their start. */
  readonly isInView: boolean;
}

/** The longest side libjpeg writes; beyond it Chromium answers an empty picture. Source: jmorecfg.h. */
export const maxJpegSidePx = 65_500;

/** Draws the viewport, or an area of the page that may reach beyond it, and checks the picture before it counts. */
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

/** Device pixels of the picture to come, before rounding. */
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

/** Chromium answers empty or cut pictures without an error when it runs out of room. */
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
