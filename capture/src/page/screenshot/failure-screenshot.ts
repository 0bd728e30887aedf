import type { CapturedImage } from '../../capture-result.ts';
import { asBuffer } from '../../cdp/messages.ts';
import type { FailureReason } from '../../failures.ts';
import type { CapturePage } from '../capture-page.ts';
import type { CaptureError } from '../../lib/capture-error.ts';
import { readJpegSize } from './image-header.ts';
import { hasFailed } from '../navigation/navigations.ts';

/** Maximum total time for the failure screenshot. Unit: ms. */
const probeTimeoutMs = 2_000;
const quality = 70;
/** Longest side of the image in device pixels. */
const maxSidePx = 1_280;
const maxBytes = 512 * 1_024;

/** Reasons caused by the page itself while it is shown; an image of it then helps. */
const screenshotReasons: ReadonlySet<FailureReason> = new Set([
  'navigation_timeout',
  'render_timeout',
  'selector_not_found',
  'selector_not_visible',
  'wait_condition_not_met',
  'step_failed',
  'selector_assertion_failed',
  'text_assertion_failed',
  'console_error_assertion',
  'request_failed_assertion',
  'invalid_selector',
  'page_too_large',
  'image_too_large',
]);

/**
 * Takes a failure screenshot: a JPEG of at most 1 280 pixels per side and 512 KiB. Returns
 * undefined if there is no page to capture or it takes longer than 2 s. Not used with a suspect
 * browser. Never rejects.
 */
export async function takeFailureScreenshot(
  page: CapturePage | undefined,
  error: CaptureError,
): Promise<CapturedImage | undefined> {
  if (page === undefined || !screenshotReasons.has(error.reason) || !isVisiblePage(page))
    return undefined;
  try {
    return await page.progress.raceWithTimeout(probe(page), probeTimeoutMs, () => error);
  } catch {
    return undefined;
  }
}

function isVisiblePage({ navigations: { current }, progress }: CapturePage): boolean {
  return progress.error === undefined && current !== undefined && !hasFailed(current);
}

async function probe({ session, spec, clock }: CapturePage): Promise<CapturedImage | undefined> {
  const bounded = { timeoutMs: probeTimeoutMs };
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics', undefined, bounded);
  const { pageX, pageY, clientWidth, clientHeight, scale: zoom } = cssVisualViewport;
  const width = Math.max(1, Math.min(clientWidth, spec.viewport.widthPx / zoom));
  // A viewport that was enlarged to show a whole element is cropped to the size a visitor sees.
  const height = Math.max(1, Math.min(clientHeight, spec.viewport.heightPx / zoom));
  const drawnScale = zoom * spec.viewport.deviceScaleFactor;
  const shrink = Math.min(1, maxSidePx / (Math.max(width, height) * drawnScale));
  const capturing = session.send(
    'Page.captureScreenshot',
    {
      format: 'jpeg',
      quality,
      clip: { x: pageX, y: pageY, width, height, scale: zoom * shrink },
      captureBeyondViewport: false,
    },
    bounded,
  );
  const { data } = await clock.renderDuring(capturing);
  const expected = {
    widthPx: width * drawnScale * shrink,
    heightPx: height * drawnScale * shrink,
  };
  return completeImage(asBuffer(data), expected);
}

function completeImage(
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
