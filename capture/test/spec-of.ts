import type { SessionHosts } from '../src/egress/egress.ts';
import type { CaptureSpec } from '../src/index.ts';

/** The part of a spec that a test sets; the rest is a 1280 × 800 PNG of the viewport. */
export type SpecPart = Partial<Omit<CaptureSpec, 'viewport'>> & {
  readonly viewport?: Partial<CaptureSpec['viewport']>;
};

/** Returns a spec for a URL. */
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

/** Hosts of a proxy session that blocks none. */
export const unblockedHosts: SessionHosts = {
  isActive: false,
  categoryOf: () => undefined,
  permit: () => Promise.resolve(),
};
