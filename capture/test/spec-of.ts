import type { CaptureSpec } from '../src/index.ts';

/** What a test writes of a spec; the rest is a 1280 × 800 PNG of the viewport. */
export type SpecPart = Partial<Omit<CaptureSpec, 'viewport'>> & {
  readonly viewport?: Partial<CaptureSpec['viewport']>;
};

/** A spec for a page of the site or any address. */
export function specOf(url: string, part: SpecPart = {}): CaptureSpec {
  return {
    source: { kind: 'url', url },
    fileType: 'png',
    quality: 85,
    isFullPage: false,
    areAnimationsDisabled: false,
    isJavaScriptDisabled: false,
    delayMs: 0,
    headers: {},
    ...part,
    viewport: {
      widthPx: 1280,
      heightPx: 800,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
      ...part.viewport,
    },
  };
}
