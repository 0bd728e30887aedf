import type { CaptureSpec, CaptureViewport } from '@shotwright/capture';
import { captureLimits } from '@shotwright/contract';
import type { CaptureSecrets } from '../request/capture-request.rules.ts';

/** A stored request with its secrets decrypted. */
export interface StoredCapture {
  readonly url: string | null;
  readonly html: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly secrets: CaptureSecrets;
}

const jpegQuality = 85;
const retinaScale = 2;

/**
 * Converts a stored request to the engine's capture specification. `findDevice` returns undefined
 * for an unknown name.
 */
export function captureSpecOf(
  { url, html, options, secrets }: StoredCapture,
  findDevice: (name: string) => CaptureViewport | undefined,
): CaptureSpec {
  const text = (name: string): string | undefined => {
    const value = options[name];
    return typeof value === 'string' ? value : undefined;
  };
  const isOn = (name: string): boolean => text(name) === 'true';
  const number = (name: string, fallback: number): number => Number(text(name) ?? fallback);
  const elementSelector = text('element_selector');
  const injectCss = text('inject_css');
  const injectJs = text('inject_js');
  return {
    source: url === null ? { kind: 'html', html: html ?? '' } : { kind: 'url', url },
    fileType: text('file_type') === 'jpeg' ? 'jpeg' : 'png',
    quality: jpegQuality,
    isFullPage: isOn('full_page'),
    areAnimationsDisabled: isOn('disable_animations'),
    isJavaScriptDisabled: isOn('disable_javascript'),
    viewport: viewportOf(),
    delayMs: Math.round(number('delay', 0) * 1_000),
    ...(secrets.proxyUrl !== undefined && { proxyUrl: secrets.proxyUrl }),
    ...(elementSelector !== undefined && { elementSelector }),
    ...(injectCss !== undefined && { injectCss }),
    ...(injectJs !== undefined && { injectJs }),
    headers: secrets.headers ?? {},
  };

  function viewportOf(): CaptureViewport {
    const name = text('emulate_device');
    const device = name === undefined ? undefined : findDevice(name);
    if (name !== undefined && !device) throw new Error(`the device "${name}" is no longer known`);
    const viewport = device ?? {
      widthPx: number('width', captureLimits.widthPx.default),
      heightPx: number('height', captureLimits.heightPx.default),
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
    };
    const scale = isOn('retina')
      ? Math.max(retinaScale, viewport.deviceScaleFactor)
      : viewport.deviceScaleFactor;
    return {
      widthPx: viewport.widthPx,
      heightPx: viewport.heightPx,
      deviceScaleFactor: scale,
      isMobile: viewport.isMobile,
      hasTouch: viewport.hasTouch,
      ...(viewport.userAgent !== undefined && { userAgent: viewport.userAgent }),
    };
  }
}
