import type { CapturedImage } from '../capture-result.ts';
import { bytesOf } from '../browser/cdp-messages.ts';
import type { FailureReason } from '../failures.ts';
import type { CapturePage } from './capture-page.ts';
import type { CaptureFault } from './fault.ts';
import { readJpegSize } from './image-header.ts';
import { hasFailed } from './visits.ts';

/** Maximum total time for the failure screenshot. Unit: ms. */
const lookMs = 2_000;
const quality = 70;
/** Longest side of the image in device pixels. */
const maxSidePx = 1_280;
const maxBytes = 512 * 1_024;

/** Reasons caused by the page itself while it is shown; an image of it then helps. */
const reasonsToLook: ReadonlySet<FailureReason> = new Set([
  'navigation_timeout',
  'render_timeout',
  'selector_not_found',
  'selector_not_visible',
  'invalid_selector',
  'page_too_large',
  'image_too_large',
]);

/**
 * Takes a failure screenshot: a JPEG of at most 1 280 pixels per side and 512 KiB. Returns
 * undefined if there is no page to capture or it takes longer than 2 s. Not used with a suspect
 * browser. Never rejects.
 */
export async function lookAtPageAsItWas(
  page: CapturePage | undefined,
  fault: CaptureFault,
): Promise<CapturedImage | undefined> {
  if (page === undefined || !reasonsToLook.has(fault.reason) || !isOnShow(page)) return undefined;
  try {
    return await page.fuse.within(look(page), lookMs, () => fault);
  } catch {
    return undefined;
  }
}

function isOnShow({ visits: { current }, fuse }: CapturePage): boolean {
  return fuse.fault === undefined && current !== undefined && !hasFailed(current);
}

async function look({ session, spec }: CapturePage): Promise<CapturedImage | undefined> {
  const bounded = { timeoutMs: lookMs };
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics', undefined, bounded);
  const { pageX, pageY, clientWidth, clientHeight, scale: zoom } = cssVisualViewport;
  const width = Math.max(1, Math.min(clientWidth, spec.viewport.widthPx / zoom));
  // A viewport that was enlarged to show a whole element is cropped to the size a visitor sees.
  const height = Math.max(1, Math.min(clientHeight, spec.viewport.heightPx / zoom));
  const drawnScale = zoom * spec.viewport.deviceScaleFactor;
  const shrink = Math.min(1, maxSidePx / (Math.max(width, height) * drawnScale));
  const { data } = await session.send(
    'Page.captureScreenshot',
    {
      format: 'jpeg',
      quality,
      clip: { x: pageX, y: pageY, width, height, scale: zoom * shrink },
      captureBeyondViewport: false,
    },
    bounded,
  );
  const expected = {
    widthPx: width * drawnScale * shrink,
    heightPx: height * drawnScale * shrink,
  };
  return wholePicture(bytesOf(data), expected);
}

function wholePicture(
  bytes: Buffer,
  expected: { readonly widthPx: number; readonly heightPx: number },
): CapturedImage | undefined {
  const size = readJpegSize(bytes);
  const isWhole =
    size !== undefined &&
    Math.abs(size.widthPx - expected.widthPx) <= 2 &&
    Math.abs(size.heightPx - expected.heightPx) <= 2;
  if (!isWhole || bytes.length > maxBytes) return undefined;
  return { bytes, contentType: 'image/jpeg', ...size };
}
