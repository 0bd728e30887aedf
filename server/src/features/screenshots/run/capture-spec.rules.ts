import type {
  CaptureSpec,
  CaptureViewport,
  FullPageSettings,
  ImageResize,
  PageRect,
} from '@shotwright/capture';
import {
  captureLimits,
  captureOptions,
  readStoredOptions,
  retinaScale,
  type StoredCaptureOptions,
} from '@shotwright/contract';
import { blockingOf, cleaningOf, consentOf } from './cleaning-spec.rules.ts';
import { assertionsOf, loadingOf, waitingOf } from './waiting-spec.rules.ts';
import { emulationOf } from './emulation-spec.rules.ts';
import { pdfSettingsOf } from '../document/pdf-spec.rules.ts';
import { captureStepsOf } from '../request/steps.rules.ts';
import type { CaptureSecrets } from '../request/capture-request.rules.ts';

/** A stored request with its secrets decrypted. */
export interface StoredCapture {
  readonly url: string | null;
  readonly html: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly secrets: CaptureSecrets;
}

/**
 * Quality without a choice of the client; PNG and GIF have none, and a document has the one of its
 * preview.
 */
const defaultQuality = {
  png: 100,
  jpeg: 85,
  webp: 80,
  avif: 50,
  gif: 100,
  pdf: 80,
  html: 80,
  markdown: 80,
  text: 80,
  mhtml: 80,
} as const;

/**
 * Converts a stored request to the engine's capture specification. `findDevice` returns undefined
 * for an unknown name.
 */
export function captureSpecOf(
  { url, html, options, secrets }: StoredCapture,
  findDevice: (name: string) => CaptureViewport | undefined,
): CaptureSpec {
  const read = readStoredOptions(options);
  const determinism = determinismOf(read);
  const emulation = emulationOf(read);
  const cleaning = cleaningOf(read);
  const consent = consentOf(read);
  const blocking = blockingOf(read);
  const clip = clipOf(read);
  const fullPage = fullPageOf(read);
  const { base_url: baseUrl } = read;
  const resize = resizeOf(read);
  const waiting = waitingOf(read);
  const assertions = assertionsOf(read);
  const pdf = pdfSettingsOf(read);
  const { element_selector: elementSelector, inject_css: injectCss, inject_js: injectJs } = read;
  return {
    source:
      url === null
        ? { kind: 'html', html: html ?? '', ...(baseUrl !== undefined && { baseUrl }) }
        : { kind: 'url', url },
    fileType: read.file_type,
    ...(pdf && { pdf }),
    ...(read.extract && { extracts: read.extract }),
    quality: read.quality ?? defaultQuality[read.file_type],
    isFullPage: read.full_page,
    ...(fullPage && { fullPage }),
    ...(clip && { clip }),
    ...(resize && { resize }),
    isBackgroundOmitted: read.omit_background,
    areAnimationsDisabled: read.disable_animations || determinism !== undefined,
    ...(determinism && { determinism }),
    isJavaScriptDisabled: read.disable_javascript,
    viewport: viewportOf(read, findDevice),
    delayMs: Math.round(read.delay * 1_000),
    ...(secrets.proxyUrl !== undefined && { proxyUrl: secrets.proxyUrl }),
    ...(elementSelector !== undefined && { elementSelector }),
    ...(read.padding !== undefined && { elementPaddingPx: read.padding }),
    ...(injectCss !== undefined && { injectCss }),
    ...(injectJs !== undefined && { injectJs }),
    headers: secrets.headers ?? {},
    ...(read.headers_scope === 'all' && { headersScope: 'all' }),
    ...(secrets.cookies && { cookies: secrets.cookies }),
    ...(secrets.basicAuth && { basicAuth: secrets.basicAuth }),
    ...(secrets.steps && { steps: captureStepsOf(secrets.steps) }),
    ...(emulation && { emulation }),
    ...(cleaning && { cleaning }),
    ...(consent && { consent }),
    ...(blocking && { blocking }),
    ...loadingOf(read),
    ...(waiting && { waiting }),
    ...(assertions && { assertions }),
  };
}

/** Returns undefined if every setting of the full page has its default. */
function fullPageOf(read: StoredCaptureOptions): FullPageSettings | undefined {
  const { full_page_max_height: maxHeightPx, scroll_step: scrollStepShare } = read;
  const { slice_height: sliceHeightPx } = read;
  const settings = {
    ...(maxHeightPx !== undefined && { maxHeightPx }),
    ...(!read.full_page_scroll && { isScrollSkipped: true }),
    ...(read.scroll_delay > 0 && { scrollDelayMs: read.scroll_delay }),
    ...(scrollStepShare !== undefined && { scrollStepShare }),
    ...(read.sticky === 'keep' && { areStickyElementsKept: true }),
    ...(read.sticky === 'hide' && { areStickyElementsHidden: true }),
    ...(sliceHeightPx !== undefined && {
      slices: { heightPx: sliceHeightPx, overlapPx: read.slice_overlap },
    }),
    ...(!read.expand_scrollers && { areScrollersKept: true }),
  };
  return Object.keys(settings).length === 0 ? undefined : settings;
}

function clipOf(read: StoredCaptureOptions): PageRect | undefined {
  const { clip_x: x, clip_y: y, clip_width: widthPx, clip_height: heightPx } = read;
  const isComplete =
    x !== undefined && y !== undefined && widthPx !== undefined && heightPx !== undefined;
  return isComplete ? { x, y, widthPx, heightPx } : undefined;
}

function resizeOf(read: StoredCaptureOptions): ImageResize | undefined {
  const { image_width: widthPx, image_height: heightPx, image_background: background } = read;
  if (widthPx === undefined && heightPx === undefined) return undefined;
  return {
    ...(widthPx !== undefined && { widthPx }),
    ...(heightPx !== undefined && { heightPx }),
    fit: read.image_fit,
    position: read.image_position,
    background: background ?? (read.omit_background ? '#ffffff00' : '#ffffff'),
  };
}

function determinismOf({
  deterministic,
  freeze_time: freezeTime,
  seed,
}: StoredCaptureOptions): CaptureSpec['determinism'] {
  if (!deterministic && freezeTime === undefined) return undefined;
  return { startMs: Date.parse(freezeTime ?? captureLimits.freezeTime), seed };
}

function viewportOf(
  {
    emulate_device: name,
    width,
    height,
    retina,
    landscape,
    is_mobile: isMobile,
    has_touch: hasTouch,
    device_scale_factor: wantedScale,
  }: StoredCaptureOptions,
  findDevice: (name: string) => CaptureViewport | undefined,
): CaptureViewport {
  const device = name === undefined ? undefined : findDevice(name);
  if (name !== undefined && !device) throw new Error(`the device "${name}" is no longer known`);
  const viewport = device ?? {
    widthPx: width ?? captureOptions.width.default,
    heightPx: height ?? captureOptions.height.default,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
  };
  const { widthPx, heightPx } = viewport;
  const scale = device ? Math.max(device.deviceScaleFactor, wantedScale) : wantedScale;
  return {
    widthPx: landscape ? Math.max(widthPx, heightPx) : widthPx,
    heightPx: landscape ? Math.min(widthPx, heightPx) : heightPx,
    deviceScaleFactor: retina ? Math.max(retinaScale, scale) : scale,
    isMobile: viewport.isMobile || isMobile,
    hasTouch: viewport.hasTouch || hasTouch,
    ...(viewport.userAgent !== undefined && { userAgent: viewport.userAgent }),
  };
}
