import { setOuterHeight } from '../in-page/window.ts';
import type { CdpSession } from '../browser/browser.ts';
import type { CaptureSpec, CaptureViewport } from '../capture-spec.ts';
import { largeImagePx } from '../limits.ts';
import { inPageCall } from './execution-context.ts';

/**
 * Returns the size of the window a page is opened in: as wide as its viewport and one pixel high.
 * The page's layout depends only on the emulated viewport, and content in the window would be
 * composited a second time per frame without being shown. Only a huge page has a window of its own
 * size: in a low window it takes 400 MB more (measured at 133 megapixels).
 */
export function windowSize(viewport: CaptureViewport): { width: number; height: number } {
  const { widthPx, heightPx, deviceScaleFactor } = viewport;
  const isHuge = widthPx * heightPx * deviceScaleFactor ** 2 > largeImagePx;
  return { width: widthPx, height: isHuge ? heightPx : 1 };
}

/**
 * Hides the window's real height from the scripts of a page or frame; mobile emulation does this by
 * itself.
 */
export function overrideOuterHeight(session: CdpSession, spec: CaptureSpec): Promise<unknown>[] {
  const { isMobile, heightPx } = spec.viewport;
  if (isMobile || spec.isJavaScriptDisabled) return [];
  const { expression: source } = inPageCall(setOuterHeight, heightPx);
  return [session.send('Page.addScriptToEvaluateOnNewDocument', { source })];
}
