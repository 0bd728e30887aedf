import type { CapturedImage } from '../capture-result.ts';
import { bytesOf } from '../browser/cdp-messages.ts';
import type { FailureReason } from '../failures.ts';
import type { CapturePage } from './capture-page.ts';
import type { CaptureFault } from './fault.ts';
import { readJpegSize } from './image-header.ts';
import { hasFailed } from './visits.ts';

/** Bound of the whole look; ms. */
const lookMs = 2_000;
const quality = 70;
/** Longest side of the picture; device pixels. */
const maxSidePx = 1_280;
const maxBytes = 512 * 1_024;

/** What a page itself is to blame for while it is on show; to see it then helps. */
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
 * What is on show when a capture fails, as a JPEG of at most 1 280 pixels a side and 512 KiB; undefined when there is no
 * page to look at or the look is not over within 2 s. Not for a browser in doubt. Never rejects.
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
  // A viewport that was grown to show all of an element is cut to what a visitor has before them.
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
