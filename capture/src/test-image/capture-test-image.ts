import type { CapturedImage, CapturedSlice, CaptureResult } from '../capture-result.ts';
import { createPhaseTimer, renderReport } from '../attempt/capture-trace.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import { CaptureError } from '../lib/capture-error.ts';
import { defaultLimits } from '../limits.ts';
import { assertWithinLimits, isDocument, renderedFormat } from '../page/output/image-limits.ts';
import { resizedTo } from '../page/output/resize.ts';
import type { ImageSize } from '../page/screenshot/image-header.ts';
import { sliceClips } from '../page/screenshot/slice-clips.ts';
import { maxFullPagePx } from '../page/screenshot/spec-area.ts';
import { encodeTestImage } from './encode-test-image.ts';
import { testDocument, testExtract } from './test-documents.ts';

/** Height of the test page in viewports. */
const pageViewports = 2;
/** Size of every element of the test page. CSS pixels. */
const elementSize = { widthPx: 400, heightPx: 200 };

/**
 * Returns the files that a specification asks for without a browser and without the network: the same
 * bytes for the same specification, marked TEST. Fails as a capture does if the image would be too
 * large.
 */
export async function captureTestImage(spec: CaptureSpec): Promise<CaptureResult> {
  const clock = createPhaseTimer();
  clock.enter('capturing');
  try {
    const files = await testFiles(spec);
    return { ok: true, ...files, report: testReport(spec, clock) };
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    const { reason, message: detail, isRetryable } = error;
    return { ok: false, reason, detail, isRetryable, report: testReport(spec, clock) };
  }
}

async function testFiles(spec: CaptureSpec) {
  const [image, ...slices] = await testImages(spec);
  if (!image) throw new Error('a test image has at least one slice');
  return {
    image: image.image,
    ...(slices.length > 0 && { slices }),
    ...(isDocument(spec.fileType) && { document: testDocument(spec, spec.fileType) }),
    ...(spec.extracts && { extracts: spec.extracts.map(testExtract) }),
  };
}

/** The image, or its slices from top to bottom. */
async function testImages(spec: CaptureSpec): Promise<readonly CapturedSlice[]> {
  const { deviceScaleFactor: scale } = spec.viewport;
  const area = areaOf(spec);
  const size = { widthPx: area.widthPx * scale, heightPx: area.heightPx * scale };
  assertWithinLimits(spec, defaultLimits, size);
  const { slices } = spec.fullPage ?? {};
  if (!spec.isFullPage || slices === undefined) {
    return [{ topPx: 0, image: await imageOf(spec, size) }];
  }
  const whole = { ...area, x: 0, y: 0, zoom: 1, isInView: false };
  const images: CapturedSlice[] = [];
  for (const { clip, topPx } of sliceClips(whole, slices, scale)) {
    const part = { widthPx: size.widthPx, heightPx: clip.heightPx * scale };
    images.push({ topPx, image: await imageOf(spec, part) });
  }
  return images;
}

async function imageOf(spec: CaptureSpec, given: ImageSize): Promise<CapturedImage> {
  const rendered = {
    widthPx: Math.round(given.widthPx),
    heightPx: Math.round(given.heightPx),
  };
  const size = spec.resize ? resizedTo(spec.resize, rendered).image : rendered;
  const fileType = isDocument(spec.fileType) ? renderedFormat(spec) : spec.fileType;
  const { quality, isBackgroundOmitted = false } = spec;
  const bytes = await encodeTestImage({ ...size, fileType, quality, isBackgroundOmitted });
  return { bytes, contentType: `image/${fileType}`, ...size };
}

/** Size of the captured part of the test page. CSS pixels. */
function areaOf(spec: CaptureSpec): ImageSize {
  const { viewport, clip, elementSelector, elementPaddingPx = 0 } = spec;
  if (clip) return { widthPx: clip.widthPx, heightPx: clip.heightPx };
  if (elementSelector !== undefined) {
    const { widthPx, heightPx } = elementSize;
    return { widthPx: widthPx + 2 * elementPaddingPx, heightPx: heightPx + 2 * elementPaddingPx };
  }
  const { widthPx, heightPx } = viewport;
  if (!spec.isFullPage) return { widthPx, heightPx };
  return {
    widthPx,
    heightPx: Math.min(heightPx * pageViewports, maxFullPagePx(spec, defaultLimits)),
  };
}

function testReport(spec: CaptureSpec, clock: ReturnType<typeof createPhaseTimer>) {
  const { widthPx, heightPx } = spec.viewport;
  const report = renderReport({
    browserVersion: 'test mode',
    pageSize: { widthPx, heightPx: heightPx * pageViewports },
    isTruncated: false,
    unsettledFrames: 0,
    verdict: { kind: 'ok', reasons: [], confidence: 'high' },
    clock,
  });
  const { source } = spec;
  return source.kind === 'html' ? report : { ...report, finalUrl: source.url, targetStatus: 200 };
}
