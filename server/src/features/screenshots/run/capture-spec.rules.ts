import type { CaptureSpec, CaptureViewport } from '@shotwright/capture';
import {
  captureLimits,
  captureOptions,
  readStoredOptions,
  type StoredCaptureOptions,
} from '@shotwright/contract';
import { blockingOf, cleaningOf } from './cleaning-spec.rules.ts';
import { emulationOf } from './emulation-spec.rules.ts';
import type { CaptureSecrets } from '../request/capture-request.rules.ts';

/** A stored request with its secrets decrypted. */
export interface StoredCapture {
  readonly url: string | null;
  readonly html: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly secrets: CaptureSecrets;
}

const jpegQuality = 85;
/** Least number of device pixels per CSS pixel of a capture with `retina`. */
export const retinaScale = 2;

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
  const blocking = blockingOf(read);
  const { element_selector: elementSelector, inject_css: injectCss, inject_js: injectJs } = read;
  return {
    source: url === null ? { kind: 'html', html: html ?? '' } : { kind: 'url', url },
    fileType: read.file_type,
    quality: jpegQuality,
    isFullPage: read.full_page,
    isBackgroundOmitted: read.omit_background,
    areAnimationsDisabled: read.disable_animations || determinism !== undefined,
    ...(determinism && { determinism }),
    isJavaScriptDisabled: read.disable_javascript,
    viewport: viewportOf(read, findDevice),
    delayMs: Math.round(read.delay * 1_000),
    ...(secrets.proxyUrl !== undefined && { proxyUrl: secrets.proxyUrl }),
    ...(elementSelector !== undefined && { elementSelector }),
    ...(injectCss !== undefined && { injectCss }),
    ...(injectJs !== undefined && { injectJs }),
    headers: secrets.headers ?? {},
    ...(read.headers_scope === 'all' && { headersScope: 'all' }),
    ...(secrets.cookies && { cookies: secrets.cookies }),
    ...(secrets.basicAuth && { basicAuth: secrets.basicAuth }),
    ...(emulation && { emulation }),
    ...(cleaning && { cleaning }),
    ...(blocking && { blocking }),
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
  const scale = viewport.deviceScaleFactor;
  const { widthPx, heightPx } = viewport;
  return {
    widthPx: landscape ? Math.max(widthPx, heightPx) : widthPx,
    heightPx: landscape ? Math.min(widthPx, heightPx) : heightPx,
    deviceScaleFactor: retina ? Math.max(retinaScale, scale) : scale,
    isMobile: viewport.isMobile || isMobile,
    hasTouch: viewport.hasTouch || hasTouch,
    ...(viewport.userAgent !== undefined && { userAgent: viewport.userAgent }),
  };
}
